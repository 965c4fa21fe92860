//! The forms in which decoded frames come, and the filters that bring each into the one that is
//! worked with.

use ffmpeg_next::format::Pixel;
use ffmpeg_next::util::{color, frame};

use super::geometry::{self, Turn};
use super::{FrameFormat, alpha};

/// Form of frames that filters are made for: another one asks for other filters.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Form {
    pixels: Pixel,
    width: u32,
    height: u32,
    /// Whether a frame is two fields of different moments.
    is_interlaced: bool,
    /// Whether it is of high dynamic range (PQ or HLG).
    is_hdr: bool,
    /// Whether its numbers take the whole range of their bits.
    is_full_range: bool,
}

/// Treatment of an alpha channel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clear {
    /// It means nothing.
    Ignored,
    /// Clear parts are shown on white.
    OnWhite,
    /// It stays.
    Kept,
}

/// Whether light is encoded for a high dynamic range: as PQ or HLG.
pub(super) fn is_hdr(transfer: color::TransferCharacteristic) -> bool {
    use color::TransferCharacteristic::{ARIB_STD_B67, SMPTE2084};
    matches!(transfer, SMPTE2084 | ARIB_STD_B67)
}

/// Brings PQ and HLG to the ordinary range: light for light up to the white of an ordinary image
/// (203 cd/m², ITU-R BT.2408), highlights above eased off.
const TO_ORDINARY_RANGE: &str = "zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt709,\
                                 tonemap=tonemap=mobius:param=0.9:desat=0,zscale=transfer=bt709:matrix=bt709:range=tv";

impl Form {
    pub(super) fn of(image: &frame::Video) -> Self {
        Self {
            pixels: image.format(),
            width: image.width(),
            height: image.height(),
            is_interlaced: image.is_interlaced(),
            is_hdr: is_hdr(image.color_transfer_characteristic()),
            is_full_range: image.color_range() == color::Range::JPEG,
        }
    }

    /// The same, where frames count as two fields whatever they say of themselves.
    pub(super) fn of_fields(self, always: bool) -> Self {
        Self {
            is_interlaced: self.is_interlaced || always,
            ..self
        }
    }

    /// The filters for frames of this form, which libav calls `pixels`: whole, in the ordinary
    /// range of light and numbers, without or with what is `clear`, turned, brought to size,
    /// yuv420p; yuva444p where they stay clear.
    pub(super) fn chain(
        self,
        pixels: &str,
        turn: Turn,
        size: &FrameFormat,
        clear: Clear,
    ) -> String {
        let FrameFormat { width, height, .. } = *size;
        let clear = if alpha::is_in(self.pixels) {
            clear
        } else {
            Clear::Ignored
        };
        let to_ordinary_numbers = self.to_ordinary_numbers(pixels).map(str::to_owned);
        let mut filters = Vec::new();
        if clear != Clear::Ignored {
            filters.extend(if self.is_hdr {
                Some(alpha::beside(TO_ORDINARY_RANGE))
            } else {
                to_ordinary_numbers.clone()
            });
            filters.push(
                if clear == Clear::Kept {
                    "format=yuva444p"
                } else {
                    alpha::OVER_WHITE
                }
                .to_owned(),
            );
        }
        if self.is_interlaced {
            filters.push("bwdif=mode=send_frame:deint=all".to_owned());
        }
        if self.is_hdr && clear == Clear::Ignored {
            filters.push(TO_ORDINARY_RANGE.to_owned());
        }
        if !turn.filter.is_empty() {
            filters.push(turn.filter.to_owned());
        }
        let (across, down) = geometry::upright(self.width, self.height, 1.0, turn);
        if across.saturating_sub(width) <= 1
            && down.saturating_sub(height) <= 1
            && across >= width
            && down >= height
        {
            // An odd last row or column is cut off: scaling by one pixel would blur everything.
            if (across, down) != (width, height) {
                filters.push(format!("crop={width}:{height}:0:0"));
            }
        } else {
            filters.push(format!("scale={width}:{height}:flags=bicubic"));
        }
        if !self.is_hdr && clear == Clear::Ignored {
            filters.extend(to_ordinary_numbers);
        }
        let form = if clear == Clear::Kept {
            "yuva444p"
        } else {
            "yuv420p"
        };
        filters.push(format!("setsar=1,format={form}"));
        filters.join(",")
    }

    /// The filter that brings numbers to the ordinary range; none where they are in it.
    fn to_ordinary_numbers(self, pixels: &str) -> Option<&'static str> {
        if pixels.contains("rgb")
            || pixels.contains("bgr")
            || pixels.contains("gbr")
            || pixels == "pal8"
        {
            Some("scale=out_color_matrix=bt709:out_range=tv")
        } else if self.is_full_range || pixels.starts_with("yuvj") {
            Some("scale=out_range=tv")
        } else {
            None
        }
    }
}
