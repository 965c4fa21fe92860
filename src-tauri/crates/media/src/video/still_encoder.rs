//! Encodes single images as AV1 packs them.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::util::frame;
use ffmpeg_next::{Dictionary, Packet, Rational, codec, encoder};
use image::DynamicImage;

use super::{filters, library};

/// How large the difference may be, from 0 (none) to 63: as good as a JPEG at quality 92.
const QUALITY: &str = "16";

/// An image as AV1, a temporal unit with its header; none where libav cannot. Grey stays grey, of 8
/// bits; colours are stored in every pixel, with 8 or 10 bits, as BT.601 over the full range.
pub(crate) fn encode_still(image: &DynamicImage) -> Option<Vec<u8>> {
    library::start();
    encoded(image).ok()
}

fn encoded(image: &DynamicImage) -> Result<Vec<u8>, ffmpeg::Error> {
    let (form, wanted) = match image {
        DynamicImage::ImageLuma8(_) => (Pixel::GRAY8, Pixel::GRAY8),
        DynamicImage::ImageRgb8(_) => (Pixel::RGB24, Pixel::YUV444P),
        DynamicImage::ImageRgb16(_) => (Pixel::RGB48, Pixel::YUV444P10LE),
        _ => return Err(ffmpeg::Error::InvalidData),
    };
    let still = brought(image, form, wanted)?;
    let options: Dictionary = [
        ("still-picture", "1"),
        ("crf", QUALITY),
        ("b", "0"),
        ("cpu-used", "6"),
        ("row-mt", "1"),
        ("threads", "auto"),
        ("color_range", "pc"),
        ("colorspace", "smpte170m"),
        ("color_primaries", "bt709"),
        ("color_trc", "iec61966-2-1"),
    ]
    .into_iter()
    .collect();
    packed("libaom-av1", wanted, &still, options)
}

/// An image as a WebP file, with loss, at a quality from 1 to 100; transparency is kept. None where libav cannot.
pub(crate) fn encode_webp(image: &DynamicImage, quality: u8) -> Option<Vec<u8>> {
    library::start();
    let clear: DynamicImage = image.to_rgba8().into();
    let still = brought(&clear, Pixel::RGBA, Pixel::BGRA).ok()?;
    let quality = quality.to_string();
    let options = [("quality", quality.as_str()), ("compression_level", "4")];
    packed(
        "libwebp",
        Pixel::BGRA,
        &still,
        options.into_iter().collect(),
    )
    .ok()
}

/// A frame as the only packet of an encoder.
fn packed(
    name: &str,
    form: Pixel,
    still: &frame::Video,
    options: Dictionary,
) -> Result<Vec<u8>, ffmpeg::Error> {
    let codec = encoder::find_by_name(name).ok_or(ffmpeg::Error::EncoderNotFound)?;
    let mut context = codec::Context::new_with_codec(codec).encoder().video()?;
    context.set_width(still.width());
    context.set_height(still.height());
    context.set_format(form);
    context.set_time_base(Rational::new(1, 25));
    let mut encoder = context.open_as_with(codec, options)?;
    encoder.send_frame(still)?;
    encoder.send_eof()?;
    let mut packet = Packet::empty();
    encoder.receive_packet(&mut packet)?;
    packet
        .data()
        .map(<[u8]>::to_vec)
        .ok_or(ffmpeg::Error::InvalidData)
}

/// The image as a frame in the form that is wanted.
fn brought(
    image: &DynamicImage,
    form: Pixel,
    wanted: Pixel,
) -> Result<frame::Video, ffmpeg::Error> {
    let (width, height) = (image.width(), image.height());
    let mut given = frame::Video::new(form, width, height);
    let row = width as usize * usize::from(image.color().bytes_per_pixel());
    let stride = given.stride(0);
    let lines = given.data_mut(0).chunks_mut(stride);
    for (line, pixels) in lines.zip(image.as_bytes().chunks(row)) {
        line[..row].copy_from_slice(pixels);
    }
    given.set_pts(Some(0));
    if form == wanted {
        return Ok(given);
    }
    let name = |pixel: Pixel| pixel.descriptor().map_or("", |found| found.name());
    let arguments = format!(
        "video_size={width}x{height}:pix_fmt={}:time_base=1/25:pixel_aspect=1/1",
        name(form)
    );
    let chain = format!(
        "scale=out_color_matrix=bt601:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int,\
         format={}",
        name(wanted)
    );
    let mut graph = filters::graph("buffer", &arguments, &chain)?;
    let mut made = frame::Video::empty();
    filters::feed(&mut graph, &given)?;
    filters::take(&mut graph, &mut made)?;
    made.set_pts(Some(0));
    Ok(made)
}
