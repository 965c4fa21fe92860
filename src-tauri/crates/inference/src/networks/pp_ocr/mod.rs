//! PP-OCRv6 (`PaddleOCR`, 2026): a detector that says where lines of text are (Liao et al. 2020, "Real-time Scene Text Detection
//! with Differentiable Binarization") and a recogniser that reads each of them (Du et al. 2022, "SVTR: Scene Text Recognition
//! with a Single Visual Model"; Graves et al. 2006, "Connectionist Temporal Classification"), on the same kind of backbone.

mod backbone;
mod config;
mod crop;
mod detector;
mod layers;
pub mod postprocess;
pub mod preprocess;
mod recogniser;
mod rectangle;

pub use self::config::{
    BackboneConfig, Block, DetectorConfig, DetectorPreprocessing, RecogniserConfig, RecogniserPreprocessing, Stride,
};
pub use self::crop::line;
pub use self::detector::{DetectorNetwork, TextDetector};
pub use self::recogniser::{RecogniserNetwork, TextRecogniser};

/// Where a line of text is: its corners in pixels as `(x, y)`, from the upper left one clockwise as the line is read.
#[derive(Debug, Clone, PartialEq)]
pub struct TextBox {
    /// The corners.
    pub corners: [(f32, f32); 4],
    /// How sure the detector is, from 0 to 1.
    pub score: f32,
}

/// What a line of text says.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Its characters; none where nothing was made out.
    pub text: String,
    /// How sure the recogniser is of a character on average, from 0 to 1.
    pub score: f32,
}
