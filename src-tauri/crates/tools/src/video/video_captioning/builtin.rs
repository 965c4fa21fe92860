//! Measures a video and says it: shots, colours, movement, loudness.

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::audio::Meter;
use patchbay_media::video::{
    AudioReader, AudioSource, FrameReader, FrameSource, SAMPLE_RATE, Scene, VideoFacts, Watch,
};
use patchbay_values::times::clock;

use super::look::{Look, LookMeter};

/// The longest side of the frames that are looked at, in pixels.
const LOOKED_AT: u32 = 96;
/// Seconds between two frames that are looked at.
const LOOKED_EVERY: f64 = 0.5;
/// At most so many cuts are named by their times.
const NAMED_CUTS: usize = 8;
/// Softer than this counts as silence, in LUFS (the gate of ITU-R BS.1770).
const SILENCE: f64 = -70.0;

/// Look of the frames of a video, at a few moments of each second.
pub(super) fn look_of(video: &MediaFile, watch: &Watch) -> Result<Look, MediaError> {
    let mut reader = FrameReader::open(&video.path, &video.name, LOOKED_AT)?;
    let (format, length) = (reader.format(), reader.expected_seconds().max(0.001));
    let mut meter = LookMeter::default();
    let mut due = 0.0;
    while let Some(frame) = reader.next_frame(watch)? {
        let seconds = format.seconds(frame.time);
        watch.at(seconds / length)?;
        if seconds >= due
            && let Some(rgb) = frame.to_rgb()
        {
            meter.add(&rgb);
            due = seconds + LOOKED_EVERY;
        }
    }
    Ok(meter.look())
}

/// The loudness of the video's audio in LUFS (EBU R 128); below [`SILENCE`] there is nothing to
/// hear.
pub(super) fn loudness(video: &MediaFile, watch: &Watch) -> Result<f64, MediaError> {
    let mut reader = AudioReader::open(&video.path, &video.name)?;
    let length = reader.seconds().max(0.001);
    let mut meter = Meter::new(2, SAMPLE_RATE, false);
    while let Some(block) = reader.next_block(watch)? {
        watch.at(block.start as f64 / f64::from(SAMPLE_RATE) / length)?;
        let [left, right] = &block.channels;
        meter.add(&[left, right]);
    }
    Ok(meter.measure().integrated)
}

/// Description of what was measured, in sentences.
pub(super) fn described(
    facts: &VideoFacts,
    scenes: &[Scene],
    look: &Look,
    loudness: Option<f64>,
) -> String {
    let shape = match facts.width.cmp(&facts.height) {
        std::cmp::Ordering::Greater => "landscape",
        std::cmp::Ordering::Equal => "square",
        std::cmp::Ordering::Less => "portrait",
    };
    let rate = (facts.frames_per_second * 100.0).round() / 100.0;
    let video = format!(
        "A {shape} video, {} long, {} x {} pixels, {rate} pictures per second ({}).",
        clock(facts.seconds),
        facts.width,
        facts.height,
        facts.video_codec
    );
    let cuts = match scenes.len() {
        0 | 1 => "It is a single shot.".to_owned(),
        shots => {
            let times: Vec<String> = scenes
                .iter()
                .skip(1)
                .take(NAMED_CUTS)
                .map(|scene| clock(scene.start))
                .collect();
            let more = if shots > NAMED_CUTS + 1 {
                " and more"
            } else {
                ""
            };
            format!(
                "It has {shots} shots, with cuts at {}{more}.",
                times.join(", ")
            )
        }
    };
    let heard = match (loudness, &facts.audio) {
        (Some(level), Some(audio)) if level > SILENCE => {
            let ways = if audio.channels == 1 {
                "one channel"
            } else {
                "several channels"
            };
            let strength = match level {
                ..-30.0 => "very soft",
                -30.0..-20.0 => "soft",
                -20.0..-11.0 => "of ordinary loudness",
                _ => "very loud",
            };
            format!("Its sound ({ways}) is {strength}, {level:.0} LUFS.")
        }
        (Some(_), _) => "Its sound is silence.".to_owned(),
        (None, _) => "It has no sound.".to_owned(),
    };
    format!(
        "{video} {cuts} {look} {heard} (Measured from the file; no model has looked at what it shows.)"
    )
}
