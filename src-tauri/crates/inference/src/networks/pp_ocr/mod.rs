//! PP-OCRv6 (`PaddleOCR`, 2026): a detector that says where lines of text are (Liao et al. 2020,
//! "Real-time Scene Text Detection with Differentiable Binarization") and a recogniser that reads
//! each of them (Du et al. 2022, "SVTR: Scene Text Recognition with a Single Visual Model"; Graves
//! et al. 2006, "Connectionist Temporal Classification"), on the same kind of backbone.

mod backbone;
mod config;
mod crop;
mod detector;
mod layers;
mod output;
pub mod postprocess;
pub mod preprocess;
mod recogniser;
mod rectangle;

pub use self::config::{
    BackboneConfig, Block, DetectorConfig, DetectorPreprocessing, RecogniserConfig,
    RecogniserPreprocessing, Stride,
};
pub use self::crop::line;
pub use self::detector::{DetectorNetwork, TextDetector};
pub use self::output::{Reading, TextBox};
pub use self::recogniser::{RecogniserNetwork, TextRecogniser};
