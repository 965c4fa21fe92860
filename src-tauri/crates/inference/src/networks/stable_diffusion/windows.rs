//! Latents that are larger than those a model was trained on. Asked about all of them at once it
//! repeats things, and attention grows with the square of the area; so each step asks about windows
//! that overlap, and takes the mean (Bar-Tal et al. 2023, "`MultiDiffusion`: Fusing Diffusion Paths
//! for Controlled Image Generation", equation 5).

use candle_core::{DType, Device, Result, Tensor};

use crate::InferenceError;

/// Latents are asked about at once up to this many times the area of those that a model was trained
/// on.
const WHOLE: f64 = 2.25;

/// Whether latents `(height, width)` are too large for a model that was trained on squares of a
/// side.
pub(super) fn is_large((height, width): (usize, usize), trained: usize) -> bool {
    (height * width) as f64 > WHOLE * (trained * trained) as f64
}

/// The windows that cover latents.
pub(super) struct Windows {
    size: (usize, usize),
    all: Vec<Window>,
    /// Number of windows that each place lies in, `(height, width, 1)`; none if there is one
    /// window.
    counts: Option<Tensor>,
}

/// A part of latents.
pub(super) struct Window {
    top: usize,
    left: usize,
    height: usize,
    width: usize,
}

impl Windows {
    /// Those of latents `(height, width)`: one, or where they are too large for a model that was
    /// trained on squares of a side such squares, each about half over the next.
    pub(super) fn new(size: (usize, usize), trained: usize) -> Result<Self> {
        let side = if is_large(size, trained) {
            trained
        } else {
            usize::MAX
        };
        let (height, width) = (side.min(size.0), side.min(size.1));
        let beginnings = |of: usize, own: usize| {
            let further = (of - own).div_ceil((own / 2).max(1));
            (0..=further).map(move |index| index * (of - own) / further.max(1))
        };
        let window = |top: usize| {
            beginnings(size.1, width).map(move |left| Window {
                top,
                left,
                height,
                width,
            })
        };
        let mut windows = Self {
            size,
            all: beginnings(size.0, height).flat_map(window).collect(),
            counts: None,
        };
        if windows.all.len() > 1 {
            windows.counts = Some(windows.sum(|window, _| window.ones())?);
        }
        Ok(windows)
    }

    /// The mean of what is found in each window, `(height, width, channels)` on the processor.
    /// `find` gets the part of the whole work that a window is, too.
    pub(super) fn mean(
        &self,
        mut find: impl FnMut(&Window, (f64, f64)) -> std::result::Result<Tensor, InferenceError>,
    ) -> std::result::Result<Tensor, InferenceError> {
        let Some(counts) = &self.counts else {
            return find(&self.all[0], (0.0, 1.0));
        };
        let at = |index: usize| index as f64 / self.all.len() as f64;
        Ok(self
            .sum(|window, index| find(window, (at(index), at(index + 1))))?
            .broadcast_div(counts)?)
    }

    fn sum<E: From<candle_core::Error>>(
        &self,
        mut find: impl FnMut(&Window, usize) -> std::result::Result<Tensor, E>,
    ) -> std::result::Result<Tensor, E> {
        let mut sum: Option<Tensor> = None;
        for (index, window) in self.all.iter().enumerate() {
            let laid = window.laid(&find(window, index)?, self.size)?;
            sum = Some(sum.map_or_else(|| Ok(laid.clone()), |sum| sum + &laid)?);
        }
        // There is one window at least.
        Ok(sum.map_or_else(
            || Tensor::zeros((self.size.0, self.size.1, 1), DType::F32, &Device::Cpu),
            Ok,
        )?)
    }
}

impl Window {
    /// Returns the part of a map that lies in it.
    pub(super) fn of(&self, map: &Tensor) -> Result<Tensor> {
        map.narrow(0, self.top, self.height)?
            .narrow(1, self.left, self.width)?
            .contiguous()
    }

    fn ones(&self) -> Result<Tensor> {
        Tensor::ones((self.height, self.width, 1), DType::F32, &Device::Cpu)
    }

    /// Pads what was found in it with zeros around it.
    fn laid(&self, found: &Tensor, (height, width): (usize, usize)) -> Result<Tensor> {
        let (below, right) = (
            height - self.top - self.height,
            width - self.left - self.width,
        );
        found
            .pad_with_zeros(0, self.top, below)?
            .pad_with_zeros(1, self.left, right)
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Tensor};

    use super::Windows;

    #[test]
    fn windows_cover_all_and_their_mean_is_what_they_were_cut_from() {
        for (height, width, trained) in [
            (1, 1, 1),
            (1, 40, 3),
            (40, 7, 8),
            (17, 23, 5),
            (16, 16, 8),
            (13, 40, 12),
        ] {
            let places = Tensor::arange(0_f32, (height * width * 2) as f32, &Device::Cpu).unwrap();
            let map = places.reshape((height, width, 2)).unwrap();
            let windows = Windows::new((height, width), trained).unwrap();
            let mut reached = 0.0;
            let found = windows.mean(|window, part| {
                assert!(part.0 >= reached && part.1 > part.0);
                reached = part.1;
                Ok(window.of(&map)?)
            });
            let apart = (found.unwrap() - &map)
                .unwrap()
                .abs()
                .unwrap()
                .max_all()
                .unwrap()
                .to_scalar::<f32>()
                .unwrap();
            assert!(
                apart < 1e-3 && (reached - 1.0).abs() < 1e-9,
                "{height} by {width}, {trained}: {apart}"
            );
        }
    }

    #[test]
    fn what_is_not_large_is_one_window_and_what_is_has_those_of_its_model() {
        let sizes = |size: (usize, usize)| {
            let windows = Windows::new(size, 64).unwrap();
            windows
                .all
                .iter()
                .map(|window| (window.top, window.left, window.height, window.width))
                .collect::<Vec<_>>()
        };
        assert_eq!(sizes((96, 96)), [(0, 0, 96, 96)]);
        assert_eq!(sizes((32, 160)), [(0, 0, 32, 160)]);
        assert_eq!(
            sizes((64, 160)),
            [
                (0, 0, 64, 64),
                (0, 32, 64, 64),
                (0, 64, 64, 64),
                (0, 96, 64, 64)
            ]
        );
        assert_eq!(sizes((128, 128)).len(), 9);
    }
}
