//! Whether frames are two fields of different moments, as they look.

use std::path::Path;

use ffmpeg_next::util::frame;

use super::frames::{FrameFormat, FrameReader, FrameSource};
use super::properties::Scan;
use super::{Watch, filters, library};
use crate::MediaError;

/// Number of frames from the start that are looked at: about five seconds.
const LOOKED_AT: usize = 150;
/// Minimum ratio of frames that look interlaced to those that look progressive.
const SURELY: f64 = 3.0;
/// Fewer frames that look so tell nothing.
const FEWEST: f64 = 8.0;

/// How the frames of a video look that the file says nothing of, or that it says are progressive:
/// those that it says are interlaced are made whole before they are looked at.
///
/// # Errors
/// The video cannot be read, or the work is stopped.
pub fn seen_scan(path: &Path, name: &str, watch: &Watch) -> Result<Scan, MediaError> {
    let mut reader = FrameReader::open(path, name, u32::MAX)?;
    let FrameFormat {
        width,
        height,
        time_base: (numerator, denominator),
        ..
    } = reader.format();
    let arguments = format!(
        "video_size={width}x{height}:pix_fmt=yuv420p:time_base={numerator}/{denominator}:pixel_aspect=1/1"
    );
    let failed = |error| library::unreadable(error, name, "video");
    let mut graph = filters::graph("buffer", &arguments, "idet").map_err(failed)?;
    let mut counts = [0.0; 3];
    for number in 0..LOOKED_AT {
        watch.at(number as f64 / LOOKED_AT as f64)?;
        let Some(frame) = reader.next_frame(watch)? else {
            break;
        };
        let mut image = frame.image;
        image.set_pts(Some(frame.time));
        filters::feed(&mut graph, &image).map_err(failed)?;
        let mut seen = frame::Video::empty();
        // The filter looks at the frame after, too: at first it has none ready.
        if filters::take(&mut graph, &mut seen).is_err() {
            continue;
        }
        let names = ["tff", "bff", "progressive"];
        for (count, name) in counts.iter_mut().zip(names) {
            let key = format!("lavfi.idet.multiple.{name}");
            let said = seen.metadata().get(&key).map(str::to_owned);
            *count = said.and_then(|said| said.parse().ok()).unwrap_or(*count);
        }
    }
    let [top, bottom, progressive] = counts;
    Ok(match top + bottom {
        fields if fields < FEWEST || fields < SURELY * progressive => Scan::Progressive,
        _ if top >= bottom => Scan::TopFirst,
        _ => Scan::BottomFirst,
    })
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::make;

    use super::*;

    #[test]
    fn fields_are_seen_where_the_file_says_nothing_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let moving = "-f lavfi -i color=gray:s=160x120:r=50:d=1.5,geq=lum='128+60*sin((X+3*N)/9)*cos((Y+2*N)/7)':cb=128:cr=128";
        for (name, filters, scan) in [
            ("top.mp4", "interlace=scan=tff:lowpass=0,", Scan::TopFirst),
            (
                "bottom.mp4",
                "interlace=scan=bff:lowpass=0,",
                Scan::BottomFirst,
            ),
            ("whole.mp4", "", Scan::Progressive),
        ] {
            let arguments = format!(
                "{moving} -vf {filters}setfield=prog -c:v libx264 -qp 4 -bf 0 -pix_fmt yuv420p"
            );
            let path = make(folder.path(), name, &arguments);
            assert_eq!(
                seen_scan(&path, name, &Watch::nobody()).unwrap(),
                scan,
                "{name}"
            );
        }
    }
}
