//! Tiny media, made on the spot.

use std::io::Cursor;
use std::path::Path;

use image::{Rgb, RgbImage};

/// An image in which every pixel differs from its neighbours and no side looks like another: red
/// rises to the right, green downwards, and a blue disc lies off the centre.
pub fn photo(width: u32, height: u32) -> RgbImage {
    let (middle_x, middle_y, radius) = (
        width as f32 * 0.35,
        height as f32 * 0.4,
        width.min(height) as f32 * 0.22,
    );
    RgbImage::from_fn(width, height, |x, y| {
        let distance = (x as f32 - middle_x).hypot(y as f32 - middle_y);
        let grain = ((x * 7 + y * 13) % 11) as u8;
        if distance < radius {
            Rgb([20 + grain, 30 + grain, 220 - grain])
        } else {
            let across = 60.0 + 150.0 * x as f32 / width as f32;
            let down = 60.0 + 150.0 * y as f32 / height as f32;
            Rgb([across as u8 + grain, down as u8 + grain, 70 + grain])
        }
    })
}

/// Writes [`photo`] as a PNG.
pub fn png(path: &Path, width: u32, height: u32) {
    photo(width, height)
        .save_with_format(path, image::ImageFormat::Png)
        .expect("a PNG can be written");
}

/// Writes [`photo`] as a JPEG whose EXIF says how it is to be turned (1 to 8, as in EXIF's tag
/// 0x0112). `width` and `height` are those of the pixels as stored.
pub fn jpeg(path: &Path, width: u32, height: u32, orientation: u8) {
    let mut file = Cursor::new(Vec::new());
    photo(width, height)
        .write_to(&mut file, image::ImageFormat::Jpeg)
        .expect("a JPEG can be written");
    let file = file.into_inner();
    // A TIFF of one entry: the tag, of type 3 (two bytes), once, its value; then no further
    // directory.
    let exif = [
        b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(),
        &[orientation, 0, 0, 0],
        &[0; 4],
    ];
    let exif = exif.concat();
    let length = (exif.len() as u16 + 2).to_be_bytes();
    let (start, rest) = file.split_at(2);
    std::fs::write(path, [start, &[0xff, 0xe1], &length, &exif, rest].concat())
        .expect("a JPEG can be written");
}

/// The middle of NASA's portrait of the astronaut Eileen Collins (1998, in the public domain), 256
/// pixels a side. Her face fills about 99 of them, from 77 to the right and 68 down.
pub fn portrait() -> RgbImage {
    image::load_from_memory(include_bytes!("portrait.jpg"))
        .expect("the portrait is a JPEG")
        .into_rgb8()
}

/// Writes a sine of half the full level as 16-bit WAV with one channel.
pub fn sine(path: &Path, seconds: f64, sample_rate: u32, hertz: f64) {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut file = hound::WavWriter::create(path, spec).expect("a WAV can be written");
    for index in 0..(seconds * f64::from(sample_rate)) as u32 {
        let phase = std::f64::consts::TAU * hertz * f64::from(index) / f64::from(sample_rate);
        file.write_sample((phase.sin() * 16384.0) as i16)
            .expect("a WAV can be written");
    }
    file.finalize().expect("a WAV can be closed");
}
