//! Frames that are clear in places: which ones are, and how they look on white.

use ffmpeg_next::codec::Id;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::{Codec, Stream, decoder};

/// The filters that lay a frame over white, as a JPEG shows it; its numbers have to be in the
/// ordinary range.
pub(super) const OVER_WHITE: &str = "format=yuva444p,split[over][under];\
                                     [under]lutyuv=y=235:u=128:v=128,format=yuv444p[white];\
                                     [white][over]overlay=format=yuv444";

/// Filters for the colours of a frame that would lose its alpha channel.
pub(super) fn beside(filters: &str) -> String {
    format!(
        "split[seen][clear];[seen]{filters},format=yuv444p[colors];[clear]alphaextract[alpha];[colors][alpha]alphamerge"
    )
}

/// Whether frames in this form have an alpha channel: four parts with colour, two with grey, or a
/// palette.
pub(super) fn is_in(pixels: Pixel) -> bool {
    let parts = pixels.descriptor().map_or(
        0,
        ffmpeg_next::util::format::pixel::Descriptor::nb_components,
    );
    matches!(parts, 2 | 4) || pixels == Pixel::PAL8
}

/// Whether a stream has its alpha channel beside its frames, as `WebM` files do.
pub(super) fn is_beside(stream: &Stream) -> bool {
    stream.metadata().get("alpha_mode") == Some("1")
}

/// The decoder for a stream's frames where libav's own would leave out their alpha channel; none
/// where there is no such one.
pub(super) fn decoder_for(stream: &Stream) -> Option<Codec> {
    let name = match stream.parameters().id() {
        Id::VP8 => "libvpx",
        Id::VP9 => "libvpx-vp9",
        _ => return None,
    };
    if is_beside(stream) {
        decoder::find_by_name(name)
    } else {
        None
    }
}
