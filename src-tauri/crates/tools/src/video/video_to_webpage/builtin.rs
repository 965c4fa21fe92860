//! A page in one file: the video as browsers play it, a frame that is seen before it plays, and the
//! words around them.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use patchbay_domain::MediaFile;
use patchbay_media::video::{
    AudioTrack, FrameReader, VideoFacts, VideoInput, VideoStream, Watch, frame_at, write_video,
};
use patchbay_media::{MediaError, image::fit_within};
use patchbay_tool_api::watching::watched;

use super::page::{Page, document};
use crate::video::shared::lost;
use crate::{Context, ToolError};

/// The largest video that is put into a page as it is, in bytes.
const LARGEST: u64 = 50_000_000;
/// The longest sides to which a larger video is scaled down, tried in turn, in pixels.
const SMALLER_SIDES: [u32; 2] = [1280, 640];
/// The longest side of the frame that is seen before the video plays, in pixels.
const POSTER_SIDE: u32 = 1280;
/// Place of that frame in the video, as a share of its length.
const POSTER_AT: f64 = 0.2;

/// The video that goes into the page.
pub(super) enum Embedded {
    /// The video itself.
    AsItIs,
    /// It encoded anew, in a file of the step.
    Smaller(PathBuf),
}

impl Embedded {
    /// The file that holds it.
    pub(super) fn path<'a>(&'a self, video: &'a MediaFile) -> &'a Path {
        match self {
            Self::AsItIs => &video.path,
            Self::Smaller(path) => path,
        }
    }

    /// Removes what was made for the page alone.
    pub(super) fn remove(self) {
        if let Self::Smaller(path) = self {
            // It lies in the step's folder, which goes anyway.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The video as browsers play it and small enough: itself, or encoded anew.
pub(super) fn embeddable(
    video: &MediaFile,
    facts: &VideoFacts,
    context: &Context,
) -> Result<Embedded, ToolError> {
    let bytes = |path: &Path| std::fs::metadata(path).map_or(u64::MAX, |metadata| metadata.len());
    if mime_type(&video.path).is_some() && plays_in_browsers(facts) && bytes(&video.path) <= LARGEST
    {
        return Ok(Embedded::AsItIs);
    }
    for (attempt, side) in SMALLER_SIDES.into_iter().enumerate() {
        let smaller = context.output("smaller", Some(&video.name), "mp4");
        let share = 0.9 / SMALLER_SIDES.len() as f64;
        let shown = (share * attempt as f64, share * (attempt + 1) as f64);
        watched(context, shown, |watch| {
            let mut frames = FrameReader::open(&video.path, &video.name, side)?;
            let audio_tracks = AudioTrack::all_of(&video.path, &video.name)?;
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks,
            };
            write_video(&smaller.path, &smaller.name, input, watch)
        })?;
        if bytes(&smaller.path) <= LARGEST {
            lost::say(video, facts, &smaller, context)?;
            return Ok(Embedded::Smaller(smaller.path));
        }
        // Too large: the next attempt is smaller, and this one is in the way.
        let _ = std::fs::remove_file(&smaller.path);
    }
    Err(ToolError::Input(format!(
        "“{}” is too long to fit into one web page: even scaled down it takes more than {} MB. Trim it first.",
        video.name,
        LARGEST / 1_000_000
    )))
}

fn plays_in_browsers(facts: &VideoFacts) -> bool {
    let audio_codec = facts
        .audio
        .as_ref()
        .map_or("aac", |audio| audio.codec.as_str());
    ["h264", "vp8", "vp9", "av1"].contains(&facts.video_codec.as_str())
        && ["aac", "mp3", "opus", "vorbis"].contains(&audio_codec)
}

/// The type of an MP4 or `WebM` file by its first bytes; none for others.
fn mime_type(path: &Path) -> Option<&'static str> {
    let mut head = [0; 64];
    let read = File::open(path)
        .and_then(|mut file| file.read(&mut head))
        .ok()?;
    let head = &head[..read];
    if head.get(4..8) == Some(b"ftyp") && head.get(8..12) != Some(b"qt  ") {
        Some("video/mp4")
    } else if head.starts_with(&[0x1a, 0x45, 0xdf, 0xa3])
        && head.windows(4).any(|bytes| bytes == b"webm")
    {
        Some("video/webm")
    } else {
        None
    }
}

/// The frame that is seen before the video plays, as JPEG.
pub(super) fn poster(video: &MediaFile, facts: &VideoFacts) -> Result<Vec<u8>, ToolError> {
    let frame = frame_at(&video.path, &video.name, facts.seconds * POSTER_AT)?;
    let (width, height) = fit_within(frame.width(), frame.height(), POSTER_SIDE);
    let frame = resize(&frame, width, height, FilterType::CatmullRom);
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 82)
        .encode_image(&frame)
        .map_err(|error| {
            ToolError::Failed(format!(
                "The picture for the page could not be made: {error}."
            ))
        })?;
    Ok(bytes)
}

/// Writes the page with the poster and the video in it. `watch` is asked often and stops it.
pub(super) fn write_page(
    output: &MediaFile,
    page: &Page,
    poster: &[u8],
    video: &Path,
    watch: &Watch,
) -> Result<(), MediaError> {
    let unwritable = |error: std::io::Error| {
        let reason = match error.kind() {
            ErrorKind::StorageFull => "the disk is full; make room and try again".to_owned(),
            _ => error.to_string(),
        };
        MediaError::Unwritable {
            name: output.name.clone(),
            reason,
        }
    };
    let [before, between, after] = document(page);
    let mut video_file = BufReader::new(File::open(video).map_err(unwritable)?);
    let bytes = video_file
        .get_ref()
        .metadata()
        .map_err(unwritable)?
        .len()
        .max(1);
    let mut write = || -> Result<(), MediaError> {
        let mut html = BufWriter::new(File::create(&output.path).map_err(unwritable)?);
        let poster = STANDARD.encode(poster);
        let mime = mime_type(video).unwrap_or("video/mp4");
        write!(
            html,
            "{before}data:image/jpeg;base64,{poster}{between}data:{mime};base64,"
        )
        .map_err(unwritable)?;
        // Three bytes make four letters: with a multiple of three no piece but the last is padded.
        let mut piece = vec![0; 3 << 16];
        let mut done = 0;
        loop {
            watch.at(done as f64 / bytes as f64)?;
            let read = fill(&mut video_file, &mut piece).map_err(unwritable)?;
            if read == 0 {
                break;
            }
            html.write_all(STANDARD.encode(&piece[..read]).as_bytes())
                .map_err(unwritable)?;
            done += read;
        }
        html.write_all(after.as_bytes())
            .and_then(|()| html.flush())
            .map_err(unwritable)
    };
    write().inspect_err(|_| {
        // Half a page is no page.
        let _ = std::fs::remove_file(&output.path);
    })
}

/// Reads until the buffer is full or the file ends.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..])? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}
