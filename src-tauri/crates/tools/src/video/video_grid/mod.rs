//! Shows videos at once: side by side, below each other, or in a grid.

mod heard;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{AudioTrack, FrameFormat, FrameReader, FrameSource, Retimed};

use self::heard::{Heard, audio_tracks};
use super::shared::composing::{Composed, write};
use super::shared::looped::Looped;
use crate::shared::arranging::{Arranged, Bounds, Cell, Layout, arranged};
use crate::shared::order::ordered;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// No larger than 4K: more is played hardly anywhere.
const BOUNDS: Bounds = Bounds {
    pixels: 3840.0 * 2160.0,
    longest: 3840.0,
};
/// More videos than this are not decoded at once.
const MOST: usize = 16;

struct VideoGrid;
inventory::submit!(Registered(&VideoGrid));

impl Implementation for VideoGrid {
    fn tool(&self) -> &'static str {
        "video_grid"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let videos = ordered(inputs, inputs.files("video")?, |video| video, context);
        if !(2..=MOST).contains(&videos.len()) {
            return Err(ToolError::Input(format!(
                "2 to {MOST} videos can be shown at once, and {} given. Name the videos that are to be seen together.",
                match videos.len() {
                    1 => "one was".to_owned(),
                    count => format!("{count} were"),
                }
            )));
        }
        let layout = layout(inputs, videos.len());
        let end = match inputs.value("shorter").as_deref() {
            Some("cut") => End::Cut,
            Some("looped") => End::Looped,
            _ => End::Frozen,
        };
        let heard = Heard::of(inputs, &videos)?;
        let output = context.output("side-by-side", Some(&videos[0].name), "mp4");
        write(output, context, |_| {
            let audio_tracks = audio_tracks(&videos, heard)?;
            composed(videos, layout, end, audio_tracks)
        })
    }
}

/// Treatment of a video that ends before another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Its last frame stays.
    Frozen,
    /// It begins again.
    Looped,
    /// All end with it.
    Cut,
}

fn layout(inputs: &Inputs, count: usize) -> Layout {
    match inputs.value("layout").as_deref() {
        Some("side by side") => Layout::Row,
        Some("stacked") => Layout::Column,
        None if count <= 3 => Layout::Row,
        _ => Layout::Grid((count as f64).sqrt().ceil() as u32),
    }
}

/// The videos at one rate in one graph.
fn composed(
    videos: Vec<MediaFile>,
    layout: Layout,
    end: End,
    audio_tracks: Vec<AudioTrack<'static>>,
) -> Result<Composed, MediaError> {
    let readers = videos
        .iter()
        .map(|video| FrameReader::open(&video.path, &video.name, u32::MAX))
        .collect::<Result<Vec<_>, _>>()?;
    let per_second = |rate: &(i32, i32)| f64::from(rate.0) / f64::from(rate.1.max(1));
    let rate = readers
        .iter()
        .map(FrameReader::constant_rate)
        .reduce(|a, b| {
            if per_second(&b) > per_second(&a) * 1.001 {
                b
            } else {
                a
            }
        })
        .unwrap_or((25, 1));
    let lengths = || readers.iter().map(FrameSource::expected_seconds);
    let seconds = match end {
        End::Cut => lengths().fold(f64::INFINITY, f64::min),
        End::Frozen | End::Looped => lengths().fold(0.0, f64::max),
    };
    let formats: Vec<_> = readers.iter().map(FrameSource::format).collect();
    let sizes: Vec<_> = formats
        .iter()
        .map(|format| (format.width, format.height))
        .collect();
    let whole = arranged(&sizes, &layout, 0.0, BOUNDS);
    let matrices: Vec<_> = formats.iter().map(FrameFormat::matrix).collect();
    let graph = graph(&whole, &matrices, end == End::Cut);
    let mut sources: Vec<Box<dyn FrameSource>> = Vec::with_capacity(videos.len());
    for (video, reader) in videos.into_iter().zip(readers) {
        // What is a frame shorter than the longest is as long.
        if end == End::Looped && reader.expected_seconds() < seconds - 0.1 {
            let open = move || {
                let again = FrameReader::open(&video.path, &video.name, u32::MAX)?;
                let frames: Box<dyn FrameSource> = Box::new(again);
                Ok(frames)
            };
            sources.push(Box::new(Retimed::new(
                Looped::new(open, seconds)?,
                1.0,
                rate,
            )));
        } else {
            sources.push(Box::new(Retimed::new(reader, 1.0, rate)));
        }
    }
    Ok(Composed {
        sources,
        graph,
        rate: Some(rate),
        seconds,
        audio_tracks,
        is_cut: true,
    })
}

/// The graph that shows each video in its cell, whole and in the colours of the first.
fn graph(whole: &Arranged, matrices: &[&'static str], is_cut: bool) -> String {
    let mut chains = Vec::new();
    let (mut cells, mut places) = (Vec::new(), Vec::new());
    for (number, (cell, own)) in whole.cells.iter().zip(matrices).enumerate() {
        let Cell {
            left,
            top,
            width,
            height,
        } = cell.even();
        let source = if number == 0 {
            "in".to_owned()
        } else {
            format!("in{number}")
        };
        chains.push(format!(
            "[{source}]scale={width}:{height}:flags=bicubic+accurate_rnd:in_color_matrix={own}:\
             out_color_matrix={}:out_range=tv,setsar=1,format=yuv420p[cell{number}]",
            matrices[0]
        ));
        cells.push(format!("[cell{number}]"));
        places.push(format!("{left}_{top}"));
    }
    format!(
        "{};{}xstack=inputs={}:layout={}:fill=black{}",
        chains.join(";"),
        cells.concat(),
        places.len(),
        places.join("|"),
        if is_cut { ":shortest=1" } else { "" }
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use patchbay_domain::ResourceType;
    use patchbay_media::video::probe;
    use patchbay_test_support::video::{frame_at, frequency, loudness, make, samples};

    use super::*;
    use crate::testing;

    /// A red video of 3 s at 440 Hz, and a blue one of 1 s at 880 Hz, half as high.
    fn videos(folder: &Path) -> Resource {
        let of = |name: &str, color: &str, seconds: u32, hertz: u32| {
            let arguments = format!(
                "-f lavfi -i color={color}:d={seconds} -f lavfi -i \
                 sine=frequency={hertz}:duration={seconds} -pix_fmt yuv420p"
            );
            MediaFile {
                path: make(folder, name, &arguments),
                name: name.to_owned(),
            }
        };
        let files = vec![
            of("red.mp4", "red:s=160x120:r=25", 3, 440),
            of("blue.mp4", "blue:s=60x60:r=10", 1, 880),
        ];
        Resource::several(ResourceType::VIDEO, files)
    }

    fn run(values: &[(&str, &str)]) -> (MediaFile, (Context, tempfile::TempDir)) {
        let (context, folder) = testing::context();
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let video = ("video".to_owned(), videos(&context.folder));
        let inputs = Inputs::new([video].into_iter().chain(values).collect());
        let made = VideoGrid.run(&inputs, &context).unwrap();
        (made.files()[0].clone(), (context, folder))
    }

    fn color(file: &MediaFile, seconds: f64, (x, y): (u32, u32)) -> &'static str {
        match frame_at(&file.path, seconds).get_pixel(x, y).0 {
            [200..=255, ..60, ..60] => "red",
            [..60, ..60, 200..=255] => "blue",
            [..30, ..30, ..30] => "black",
            _ => "another",
        }
    }

    #[test]
    fn two_videos_are_seen_side_by_side_and_the_shorter_one_stays() {
        let (made, _kept) = run(&[]);
        let facts = probe(&made.path, &made.name).unwrap();
        assert_eq!((facts.width, facts.height), (280, 120));
        assert!((facts.seconds - 3.0).abs() < 0.05, "{}", facts.seconds);
        for seconds in [0.5, 2.5] {
            assert_eq!(color(&made, seconds, (80, 60)), "red");
            assert_eq!(color(&made, seconds, (220, 60)), "blue");
        }
        assert!((frequency(&made.path, 0.5, 2.5) - 440.0).abs() < 5.0);
    }

    #[test]
    fn they_lie_below_each_other_and_end_together() {
        let (made, _kept) = run(&[("layout", "stacked"), ("shorter", "cut"), ("sound", "all")]);
        let facts = probe(&made.path, &made.name).unwrap();
        assert_eq!((facts.width, facts.height), (120, 210));
        assert!((facts.seconds - 1.0).abs() < 0.1, "{}", facts.seconds);
        assert_eq!(color(&made, 0.5, (60, 40)), "red");
        assert_eq!(color(&made, 0.5, (60, 150)), "blue");
        assert!(loudness(&made.path, 0.2, 0.8) > -25.0);
    }

    #[test]
    fn the_shorter_one_begins_again_and_the_second_is_heard() {
        let (made, _kept) = run(&[("shorter", "looped"), ("sound", "of the second")]);
        assert!((probe(&made.path, "made").unwrap().seconds - 3.0).abs() < 0.05);
        assert_eq!(color(&made, 2.5, (220, 60)), "blue");
        assert!((frequency(&made.path, 0.2, 0.8) - 880.0).abs() < 10.0);
        let rest = samples(&made.path, 1.5, 2.5);
        assert!(
            rest.iter().all(|sample| *sample == 0.0),
            "it ends with its video"
        );
    }

    #[test]
    fn the_one_of_a_number_is_heard_alone() {
        let (made, _kept) = run(&[("sound_of", "2")]);
        assert!((frequency(&made.path, 0.2, 0.8) - 880.0).abs() < 10.0);
        let (context, _folder) = testing::context();
        let given = [
            ("video", videos(&context.folder)),
            ("sound_of", Resource::Text("3".to_owned())),
        ];
        let error = VideoGrid
            .run(&testing::inputs(given), &context)
            .unwrap_err();
        assert!(error.to_string().contains("2 videos"), "{error}");
    }

    #[test]
    fn one_video_alone_is_refused() {
        let (context, _folder) = testing::context();
        let only = videos(&context.folder).files()[0].clone();
        let inputs = testing::inputs([("video", Resource::Video(only))]);
        let error = VideoGrid.run(&inputs, &context).unwrap_err();
        assert!(error.to_string().contains("one was given"), "{error}");
    }
}
