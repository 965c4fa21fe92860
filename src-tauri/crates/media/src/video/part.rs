//! A part of a video's packed frames, where it begins and ends with frames that need no other: then
//! it is cut without decoding, to the frame.

use std::path::Path;

use super::cut::Span;
use super::packets::PacketReader;
use crate::MediaError;

/// Place of a part, in ticks from the video's start.
struct Cut {
    /// The time of its first frame.
    first: i64,
    /// The time of the first frame after it; none where it reaches to the video's end.
    end: Option<i64>,
}

impl PacketReader {
    /// The frames of a part of a video, on the conditions of [`Self::video`]. None also where the
    /// part does not begin with a frame that needs no other, or ends before one that does: then it
    /// has to be encoded anew.
    pub fn part(path: &Path, name: &str, span: Span) -> Result<Option<Self>, MediaError> {
        Self::part_of(|| Self::video(path, name), span)
    }

    /// The frames of a part of a video with an alpha channel, on the conditions of
    /// [`Self::clear_video`] and [`Self::part`].
    pub fn clear_part(path: &Path, name: &str, span: Span) -> Result<Option<Self>, MediaError> {
        Self::part_of(|| Self::clear_video(path, name), span)
    }

    fn part_of(
        open: impl Fn() -> Result<Option<Self>, MediaError>,
        span: Span,
    ) -> Result<Option<Self>, MediaError> {
        let Some(mut scout) = open()? else {
            return Ok(None);
        };
        let Some(cut) = scout.cut(span)? else {
            return Ok(None);
        };
        let Some(mut part) = open()? else {
            return Ok(None);
        };
        part.go_to(span.start)?;
        while let Some((packet, _)) = part.next_packet()? {
            if packet.is_key() && packet.pts() == Some(cut.first) {
                part.keep(packet, cut.end, span.end - span.start)?;
                return Ok(Some(part));
            }
        }
        Ok(None)
    }

    /// Looks where a part would be cut; none where it cannot be.
    fn cut(&mut self, span: Span) -> Result<Option<Cut>, MediaError> {
        let base = f64::from(self.base()?);
        self.go_to(span.start)?;
        let mut cut: Option<Cut> = None;
        while let Some((packet, _)) = self.next_packet()? {
            let Some(shown) = packet.pts() else {
                return Ok(None);
            };
            let time = shown as f64 * base;
            // A frame counts as being at a time that is nearer to it than to the next.
            let half = 0.5 * packet.duration().max(1) as f64 * base;
            let is_at = |place: f64| (time - place).abs() < half;
            match &mut cut {
                None if packet.is_key() && is_at(span.start) => {
                    cut = Some(Cut {
                        first: shown,
                        end: None,
                    });
                }
                None if time > span.start + half => return Ok(None),
                // What follows a cut and is shown before it needs frames from both sides.
                Some(Cut { first, end }) if shown < end.unwrap_or(*first) => return Ok(None),
                Some(Cut { end: Some(_), .. }) => return Ok(cut),
                Some(Cut { end, .. }) if packet.is_key() && is_at(span.end) => *end = Some(shown),
                Some(_) if time > span.end - half => return Ok(None),
                _ => {}
            }
        }
        Ok(cut)
    }
}
