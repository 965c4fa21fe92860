//! Text on pictures, read by the program Tesseract.
//!
//! - [`tesseract`]: the program, what languages it knows, and one look at a picture
//! - [`words`]: from what it answers to lines and paragraphs

pub mod tesseract;
pub mod words;
