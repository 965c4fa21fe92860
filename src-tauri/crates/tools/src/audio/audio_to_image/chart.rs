//! Draws a waveform over a spectrogram, with axes: time, amplitude, Hz and dB.

use image::{Rgb, RgbImage, imageops};
use patchbay_values::times::clock;
use patchbay_vision::labels;

use patchbay_audio_dsp::spectrogram::{COLUMNS, ROWS};
use patchbay_audio_dsp::spectrogram::{Columns, FLOOR};

const GROUND: [u8; 3] = [18, 20, 26];
const PLOT: [u8; 3] = [9, 10, 14];
const GRID: [u8; 3] = [44, 48, 58];
const WAVE: [u8; 3] = [86, 180, 233];
const LETTERS: f32 = 17.0;
/// Margins and sizes of the plots, in pixels.
const LEFT: u32 = 96;
const RIGHT: u32 = 118;
const TOP: u32 = 56;
const WAVE_HEIGHT: u32 = 240;
const GAP: u32 = 44;
const BOTTOM: u32 = 64;
const WIDTH: u32 = LEFT + COLUMNS as u32 + RIGHT;
const HEIGHT: u32 = TOP + WAVE_HEIGHT + GAP + ROWS as u32 + BOTTOM;
const SPECTRUM_TOP: u32 = TOP + WAVE_HEIGHT + GAP;
/// The lowest frequency that is drawn, in Hz; frequencies are spread by octaves, as ears hear them.
const LOWEST: f32 = 30.0;
/// Colours from silence to full scale: dark to light evenly, after the map "inferno" (N. Smith and
/// S. van der Walt, 2015).
const HEAT: [[f32; 3]; 8] = [
    [0.0, 0.0, 4.0],
    [31.0, 12.0, 72.0],
    [85.0, 15.0, 109.0],
    [136.0, 34.0, 106.0],
    [186.0, 54.0, 85.0],
    [227.0, 89.0, 51.0],
    [249.0, 140.0, 10.0],
    [252.0, 255.0, 164.0],
];

/// Contents of the chart.
pub(in crate::audio) struct Chart<'a> {
    /// Written at the top.
    pub title: &'a str,
    pub seconds: f64,
    pub sample_rate: u32,
    /// `(lowest, highest)` sample of each column.
    pub outline: &'a [(f32, f32)],
    pub spectrum: &'a Columns,
}

impl Chart<'_> {
    /// The image.
    pub(in crate::audio) fn draw(&self) -> RgbImage {
        let mut image = RgbImage::from_pixel(WIDTH, HEIGHT, Rgb(GROUND));
        fill(&mut image, LEFT, TOP, COLUMNS as u32, WAVE_HEIGHT, PLOT);
        self.times(&mut image);
        self.wave(&mut image);
        self.heat(&mut image);
        scale(&mut image);
        write(&mut image, self.title, (LEFT, TOP - 12), (0.0, 1.0));
        write(&mut image, "Hz", (LEFT - 12, SPECTRUM_TOP - 8), (1.0, 1.0));
        write(
            &mut image,
            "time",
            (LEFT + COLUMNS as u32 / 2, HEIGHT - 6),
            (0.5, 1.0),
        );
        image
    }

    /// Marks round times below both plots.
    fn times(&self, image: &mut RgbImage) {
        let step = [
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0,
            600.0, 1_800.0,
        ]
        .into_iter()
        .find(|step| self.seconds / step <= 12.0)
        .unwrap_or(3_600.0);
        let marks = (self.seconds / step).floor() as usize;
        for mark in 0..=marks {
            let time = mark as f64 * step;
            let x = LEFT + ((time / self.seconds) * (COLUMNS - 1) as f64) as u32;
            fill(image, x, TOP, 1, WAVE_HEIGHT, GRID);
            fill(image, x, SPECTRUM_TOP + ROWS as u32, 1, 6, [200; 3]);
            let words = if step < 0.1 {
                format!("{time:.2} s")
            } else {
                clock(time)
            };
            write(
                image,
                &words,
                (x, SPECTRUM_TOP + ROWS as u32 + 10),
                (0.5, 0.0),
            );
        }
    }

    fn wave(&self, image: &mut RgbImage) {
        let y = |sample: f32| {
            TOP + ((1.0 - sample.clamp(-1.0, 1.0)) / 2.0 * (WAVE_HEIGHT - 1) as f32) as u32
        };
        for (level, words) in [
            (1.0, "0 dB"),
            (0.5, "−6"),
            (0.0, "−∞"),
            (-0.5, "−6"),
            (-1.0, "0 dB"),
        ] {
            fill(image, LEFT, y(level), COLUMNS as u32, 1, GRID);
            write(image, words, (LEFT - 10, y(level)), (1.0, 0.5));
        }
        for (column, (low, high)) in self.outline.iter().take(COLUMNS).enumerate() {
            let top = y(*high);
            fill(
                image,
                LEFT + column as u32,
                top,
                1,
                y(*low).max(top) - top + 1,
                WAVE,
            );
        }
    }

    fn heat(&self, image: &mut RgbImage) {
        let highest = (self.sample_rate as f32 / 2.0).clamp(LOWEST * 4.0, 20_000.0);
        let octaves = (highest / LOWEST).log2();
        let frequency = |row: f32| LOWEST * 2.0_f32.powf(octaves * (1.0 - row / ROWS as f32));
        for row in 0..ROWS {
            let (low, high) = (frequency(row as f32 + 1.0), frequency(row as f32));
            for column in 0..COLUMNS {
                let level = self.spectrum.level(column, low, high);
                image.put_pixel(
                    LEFT + column as u32,
                    SPECTRUM_TOP + row as u32,
                    Rgb(color(level)),
                );
            }
        }
        for mark in [
            50.0,
            100.0,
            200.0,
            500.0,
            1_000.0,
            2_000.0,
            5_000.0,
            10_000.0,
            20_000.0_f32,
        ] {
            if mark > highest {
                continue;
            }
            let row = ROWS as f32 * (1.0 - (mark / LOWEST).log2() / octaves);
            let y = SPECTRUM_TOP + (row.max(0.0) as u32).min(ROWS as u32 - 1);
            fill(image, LEFT - 6, y, 6, 1, [200; 3]);
            let words = if mark >= 1_000.0 {
                format!("{:.0}k", mark / 1_000.0)
            } else {
                format!("{mark:.0}")
            };
            write(image, &words, (LEFT - 10, y), (1.0, 0.5));
        }
    }
}

/// The scale of colours, with dB beside it.
fn scale(image: &mut RgbImage) {
    let x = LEFT + COLUMNS as u32 + 18;
    for row in 0..ROWS as u32 {
        let level = FLOOR * row as f32 / (ROWS - 1) as f32;
        fill(image, x, SPECTRUM_TOP + row, 18, 1, color(level));
    }
    for mark in 0..=5_u32 {
        let y = SPECTRUM_TOP + mark * (ROWS as u32 - 1) / 5;
        let words = if mark == 0 {
            "0 dB".to_owned()
        } else {
            format!("−{}", mark * 20)
        };
        write(image, &words, (x + 24, y), (0.0, 0.5));
    }
}

/// The colour of a level in dB.
fn color(level: f32) -> [u8; 3] {
    let at = (1.0 - level / FLOOR).clamp(0.0, 1.0) * (HEAT.len() - 1) as f32;
    let below = (at as usize).min(HEAT.len() - 2);
    let part = at - below as f32;
    std::array::from_fn(|channel| {
        (HEAT[below][channel] * (1.0 - part) + HEAT[below + 1][channel] * part) as u8
    })
}

fn fill(image: &mut RgbImage, x: u32, y: u32, width: u32, height: u32, color: [u8; 3]) {
    for row in y..(y + height).min(image.height()) {
        for column in x..(x + width).min(image.width()) {
            image.put_pixel(column, row, Rgb(color));
        }
    }
}

/// Writes words so that the point lies at that part of their width and height, inside the image.
fn write(image: &mut RgbImage, words: &str, (x, y): (u32, u32), (across, down): (f32, f32)) {
    let tag =
        image::DynamicImage::ImageRgba8(labels::tag(words, LETTERS, GROUND, WIDTH - 20)).to_rgb8();
    let left =
        (x as f32 - tag.width() as f32 * across).clamp(0.0, (image.width() - tag.width()) as f32);
    let top =
        (y as f32 - tag.height() as f32 * down).clamp(0.0, (image.height() - tag.height()) as f32);
    imageops::replace(image, &tag, left as i64, top as i64);
}
