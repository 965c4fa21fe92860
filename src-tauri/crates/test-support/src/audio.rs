//! Samples of audio, made on the spot, and how loud they are.

/// Even noise of that deviation, without end.
pub fn noise(deviation: f32) -> impl Iterator<Item = f32> {
    let mut seed = 1_u32;
    std::iter::from_fn(move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some(((seed >> 8) as f32 / (1 << 24) as f32 - 0.5) * 12.0_f32.sqrt() * deviation)
    })
}

/// A tone of half the full level.
pub fn tone(frequency: f64, seconds: f64, sample_rate: u32) -> Vec<f32> {
    let turn = std::f64::consts::TAU * frequency / f64::from(sample_rate);
    (0..(seconds * f64::from(sample_rate)) as usize)
        .map(|i| ((i as f64 * turn).sin() * 0.5) as f32)
        .collect()
}

/// Something like a voice that speaks: syllables of uneven length and gliding pitch with formants,
/// hisses before them, and true silence in the pauses between words.
pub fn voice(seconds: f64, sample_rate: u32) -> Vec<f32> {
    use std::f64::consts::{PI, TAU};
    let rate = f64::from(sample_rate);
    let mut dice = noise(1.0).map(|value| f64::from(value) / 12.0_f64.sqrt() + 0.5);
    let mut roll = |low: f64, high: f64| low + (high - low) * dice.next().unwrap_or(0.0);
    let mut hiss = noise(0.05);
    let (mut samples, mut phase) = (Vec::new(), 0.0);
    while (samples.len() as f64) < seconds * rate {
        let (hissing, voiced, pause) = (
            roll(0.0, 0.09),
            roll(0.09, 0.28),
            roll(-0.5, 0.45).max(0.02),
        );
        let (pitch, glide) = (roll(95.0, 170.0), roll(-60.0, 50.0));
        let formants = [roll(350.0, 850.0), roll(1_000.0, 2_300.0), 2_700.0];
        for i in 0..(hissing * rate) as usize {
            samples
                .push(hiss.next().unwrap_or(0.0) * ((i as f64 / rate / hissing) * PI).sin() as f32);
        }
        for i in 0..(voiced * rate) as usize {
            let along = i as f64 / rate / voiced;
            let now = pitch + glide * along;
            phase += now / rate;
            let overtone = |n: i32| {
                let heard: f64 = formants
                    .iter()
                    .map(|f| 1.0 / (1.0 + ((f64::from(n) * now - f) / 130.0).powi(2)))
                    .sum();
                // Phases that keep the peaks low, as those of a voice are.
                (TAU * f64::from(n) * phase + PI * f64::from(n * n) / 24.0).sin() * (heard + 0.05)
            };
            samples.push(((1..24).map(overtone).sum::<f64>() * 0.07 * (along * PI).sin()) as f32);
        }
        samples.extend(std::iter::repeat_n(0.0, (pause * rate) as usize));
    }
    samples.truncate((seconds * rate) as usize);
    samples
}

/// Chords of plucked notes, one in half a second, on two channels.
pub fn music(seconds: f64, sample_rate: u32) -> [Vec<f32>; 2] {
    let rate = f64::from(sample_rate);
    let side = |pan: f64| {
        let sample = |i: usize| {
            let (beat, along) = (
                (i as f64 / rate / 0.5) as usize,
                (i as f64 / rate / 0.5).fract() * 0.5,
            );
            let root = [0.0, 5.0, 7.0, 3.0][beat / 4 % 4] + [0.0, 4.0, 7.0, 12.0][beat % 4];
            let note = |semitones: f64, level: f64| {
                let frequency = 220.0 * 2.0_f64.powf(semitones / 12.0);
                let overtones = (1..6).map(|n| {
                    (std::f64::consts::TAU * frequency * f64::from(n) * along).sin()
                        / f64::from(n * n)
                });
                overtones.sum::<f64>() * (-3.0 * along).exp() * level
            };
            (note(root, 0.2) + note(root + 7.0, 0.1 * pan) + note(-12.0, 0.1)) as f32
        };
        (0..(seconds * rate) as usize).map(sample).collect()
    };
    [side(1.0), side(0.4)]
}

/// The root mean square between two times, over all channels, in dB of full scale.
pub fn level(channels: &[Vec<f32>], sample_rate: u32, from: f64, to: f64) -> f32 {
    let at = |seconds: f64| {
        ((seconds * f64::from(sample_rate)) as usize).min(channels.first().map_or(0, Vec::len))
    };
    let parts: Vec<&[f32]> = channels
        .iter()
        .map(|channel| &channel[at(from)..at(to)])
        .collect();
    let count: usize = parts.iter().map(|part| part.len()).sum();
    let power = parts
        .iter()
        .flat_map(|part| part.iter())
        .map(|sample| sample * sample)
        .sum::<f32>();
    10.0 * (power / count.max(1) as f32).max(1e-12).log10()
}

/// The frequency in Hz at which samples are strongest, to a hundredth of the bins of their
/// spectrum.
pub fn pitch(samples: &[f32], sample_rate: u32) -> f64 {
    let size = samples.len() / 4 * 4;
    let first = samples.len() / 2 - size / 2;
    let window =
        |index: usize| 0.5 - 0.5 * (std::f32::consts::TAU * index as f32 / size as f32).cos();
    let mut piece: Vec<f32> = samples[first..first + size]
        .iter()
        .enumerate()
        .map(|(index, sample)| sample * window(index))
        .collect();
    let transform = realfft::RealFftPlanner::new().plan_fft_forward(size);
    let mut spectrum = transform.make_output_vec();
    transform
        .process(&mut piece, &mut spectrum)
        .expect("the lengths are the planner's own");
    let level = |bin: usize| f64::from(spectrum[bin].norm().max(1e-12)).ln();
    let peak = (2..spectrum.len() - 2)
        .max_by(|a, b| level(*a).total_cmp(&level(*b)))
        .unwrap_or(2);
    let (left, top, right) = (level(peak - 1), level(peak), level(peak + 1));
    (peak as f64 + 0.5 * (left - right) / (left - 2.0 * top + right)) * f64::from(sample_rate)
        / size as f64
}
