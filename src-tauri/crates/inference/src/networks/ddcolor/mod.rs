//! `DDColor` (Kang et al. 2023, "`DDColor`: Towards Photo-Realistic Image Colorization via Dual
//! Decoders"): the colours of a grey image. One decoder brings what the encoder saw back to the
//! size of pixels, the other finds colours in it; what a pixel has of each colour, and its grey,
//! make the axes a and b of CIE L*a*b*. How light a pixel is stays as it was.

mod chroma;
mod color_decoder;
mod config;
mod encoder;
pub mod lab;
mod model;
mod norms;
mod pixel_decoder;
pub mod preprocess;

pub use self::chroma::Chroma;
pub use self::config::DdColorConfig;
pub use self::model::{DdColor, Found};
