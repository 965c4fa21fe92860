//! Changing the sample rate, by rubato's windowed-sinc resampler (its FFT resampler costs minutes of building).

use rubato::audioadapter::Adapter;
use rubato::audioadapter_buffers::direct::SequentialSliceOfVecs;
use rubato::{Async, FixedAsync, Resampler, SincInterpolationParameters};

use super::Sound;

/// The sound at another sample rate, of the same length in seconds to within a sample. `sample_rate` is more than 0.
pub fn resample(sound: &Sound, sample_rate: u32) -> Sound {
    let sample_rate = sample_rate.max(1);
    if sound.sample_rate == sample_rate || sound.frames() == 0 {
        return Sound { sample_rate, channels: sound.channels.clone() };
    }
    let count = sound.channels.len();
    let frames = sound.frames();
    let ratio = f64::from(sample_rate) / f64::from(sound.sample_rate.max(1));
    let parameters = SincInterpolationParameters::default();
    let mut resampler = Async::<f32>::new_sinc(ratio, 1.0, &parameters, 1024, count, FixedAsync::Input)
        .expect("rates and channels are more than zero");
    let input = SequentialSliceOfVecs::new(&sound.channels, count, frames).expect("all channels are of one length");
    let output = resampler.process_all(&input, frames, None).expect("the input has the channels and length announced");
    let channels = (0..count)
        .map(|channel| (0..output.frames()).map(|frame| output.read_sample(channel, frame).unwrap_or(0.0)).collect())
        .collect();
    Sound { sample_rate, channels }
}
