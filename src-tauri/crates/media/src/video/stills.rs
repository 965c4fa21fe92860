//! Single images of video codecs, as image files hold them.

use std::io::Cursor;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::Packet;
use ffmpeg_next::format::{self, context::StreamIo};
use ffmpeg_next::util::{color, frame};
use image::{DynamicImage, ImageBuffer};

use super::{filters, library};

/// The most pixels of one image.
const LARGEST: &str = "120000000";

/// A codec of single images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StillCodec {
    /// HEVC, each image with its parameter sets and start codes.
    Hevc,
    /// AV1, each image as a temporal unit.
    Av1,
}

/// Decodes images that need no other image; none where libav cannot, or where they have more
/// than `most` pixels together.
pub fn decode_stills(
    codec: StillCodec,
    images: &[Vec<u8>],
    most: u64,
) -> Option<Vec<DynamicImage>> {
    library::start();
    decoded(codec, images, most).ok().flatten()
}

fn decoded(
    codec: StillCodec,
    pictures: &[Vec<u8>],
    most: u64,
) -> Result<Option<Vec<DynamicImage>>, ffmpeg::Error> {
    let (stream, demuxer) = match codec {
        StillCodec::Hevc => (pictures.concat(), "hevc"),
        StillCodec::Av1 => (ivf(pictures), "ivf"),
    };
    let bytes = StreamIo::from_read_seek_with_capacity(Cursor::new(stream), 1 << 16)?;
    let options: ffmpeg::Dictionary = [("format_whitelist", demuxer), ("protocol_whitelist", "")]
        .into_iter()
        .collect();
    let mut input = format::input_from_stream(bytes, None, Some(options))?;
    let parameters = input
        .streams()
        .next()
        .ok_or(ffmpeg::Error::StreamNotFound)?
        .parameters();
    let context = ffmpeg::codec::Context::from_parameters(parameters)?.decoder();
    let found = ffmpeg::decoder::find(context.id()).ok_or(ffmpeg::Error::DecoderNotFound)?;
    let limits: ffmpeg::Dictionary = [("threads", "auto"), ("max_pixels", LARGEST)]
        .into_iter()
        .collect();
    let mut decoder = context.open_as_with(found, limits)?.video()?;
    let (mut packet, mut image) = (Packet::empty(), frame::Video::empty());
    let mut images = Vec::with_capacity(pictures.len());
    let mut left = most;
    loop {
        let is_at_end = packet.read(&mut input).is_err();
        if is_at_end {
            decoder.send_eof()?;
        } else {
            decoder.send_packet(&packet)?;
        }
        while decoder.receive_frame(&mut image).is_ok() {
            let pixels = u64::from(image.width()) * u64::from(image.height());
            let Some(rest) = left.checked_sub(pixels) else {
                return Ok(None);
            };
            left = rest;
            match converted(&image)? {
                Some(converted) => images.push(converted),
                None => return Ok(None),
            }
        }
        if is_at_end {
            return Ok(Some(images));
        }
    }
}

/// AV1 images in an IVF file.
fn ivf(images: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"DKIF\0\0\x20\0AV01".to_vec();
    // Width and height stand in the images themselves; 25 a second.
    file.extend_from_slice(&[0; 4]);
    for number in [25, 1, images.len() as u32, 0] {
        file.extend_from_slice(&u32::to_le_bytes(number));
    }
    for (time, image) in images.iter().enumerate() {
        file.extend_from_slice(&(image.len() as u32).to_le_bytes());
        file.extend_from_slice(&(time as u64).to_le_bytes());
        file.extend_from_slice(image);
    }
    file
}

/// A frame in RGB, of 8 bits or of 16 where it has more; none where its size is none.
fn converted(image: &frame::Video) -> Result<Option<DynamicImage>, ffmpeg::Error> {
    let (width, height) = (image.width(), image.height());
    let pixels = image
        .format()
        .descriptor()
        .ok_or(ffmpeg::Error::InvalidData)?;
    let is_deep = ["10", "12", "16"]
        .iter()
        .any(|bits| pixels.name().contains(bits));
    // As MIAF (ISO/IEC 23000-22) says for images that do not say it themselves.
    let matrix = match image.color_space() {
        color::Space::BT709 => "bt709",
        color::Space::BT2020NCL => "bt2020",
        _ => "bt601",
    };
    let range = match image.color_range() {
        color::Range::MPEG => "tv",
        _ => "pc",
    };
    let arguments = format!(
        "video_size={width}x{height}:pix_fmt={}:time_base=1/25:pixel_aspect=1/1",
        pixels.name()
    );
    let form = if is_deep { "rgb48" } else { "rgb24" };
    let chain = format!(
        "scale=in_color_matrix={matrix}:in_range={range}:\
         flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format={form}"
    );
    let mut graph = filters::graph("buffer", &arguments, &chain)?;
    let mut converted = frame::Video::empty();
    filters::feed(&mut graph, &image.clone())?;
    filters::take(&mut graph, &mut converted)?;
    let row = width as usize * if is_deep { 6 } else { 3 };
    let lines = converted
        .data(0)
        .chunks(converted.stride(0))
        .take(height as usize);
    let bytes: Vec<u8> = lines.flat_map(|line| &line[..row]).copied().collect();
    if !is_deep {
        return Ok(ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8));
    }
    let levels = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_ne_bytes([pair[0], pair[1]]));
    Ok(ImageBuffer::from_raw(width, height, levels.collect()).map(DynamicImage::ImageRgb16))
}
