//! Codebooks of a residual vector quantiser (Zeghidour et al. 2021, "`SoundStream`"): a frame of
//! audio is the sum of what its code in each of them stands for.

use std::ops::Range;

use candle_core::{Error, Result, Tensor};

/// Vectors of each codebook's codes, `(codes, width)` each.
pub(crate) struct Codebooks(pub(crate) Vec<Tensor>);

impl Codebooks {
    /// Returns the number of frames that codes make; `codes` has the codes of each codebook.
    ///
    /// # Errors
    /// There are not as many lists as codebooks, they are not equally long, or a codebook has no
    /// such code.
    pub(crate) fn frames(&self, codes: &[Vec<u32>]) -> Result<usize> {
        let frames = codes.first().map_or(0, Vec::len);
        let size = self.0.first().map_or(Ok(0), |codebook| codebook.dim(0))?;
        let fits = |codes: &Vec<u32>| {
            codes.len() == frames && codes.iter().all(|code| (*code as usize) < size)
        };
        if codes.len() != self.0.len() || !codes.iter().all(fits) {
            return Err(Error::Msg(format!(
                "codes do not fit the {} codebooks of {size} codes",
                self.0.len()
            )));
        }
        Ok(frames)
    }

    /// Returns the sum of the vectors of some frames' codes, `(frames, width)`.
    pub(crate) fn sum(&self, codes: &[Vec<u32>], frames: Range<usize>) -> Result<Tensor> {
        let mut sum: Option<Tensor> = None;
        for (codes, codebook) in codes.iter().zip(&self.0) {
            let found = codebook
                .index_select(&Tensor::new(&codes[frames.clone()], codebook.device())?, 0)?;
            sum = Some(sum.map_or_else(|| Ok(found.clone()), |sum| sum + &found)?);
        }
        sum.ok_or_else(|| Error::Msg("there are no codebooks".to_owned()))
    }
}
