//! Tells what a video file is: size, length, frame rate, codecs, audio tracks, loudness, and who made
//! it, when and where, as far as the file says.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::streamed_loudness;
use patchbay_media::video::{
    AudioReader, Properties, Scan, VideoFacts, chapters, probe, properties, seen_scan,
    stream_checksums,
};
use patchbay_tool_api::watching::watched;
use patchbay_values::times::clock;

use crate::shared::order::recording_part;
use crate::shared::properties::{Lines, bit_rate, size};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoProperties;
inventory::submit!(Registered(&VideoProperties));

impl Implementation for VideoProperties {
    fn tool(&self) -> &'static str {
        "video_properties"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let properties = properties(&video.path, &video.name)?;
        let loudness = loudness(video, &facts, context)?;
        let seen = watched(context, (0.4, 0.5), |watch| {
            seen_scan(&video.path, &video.name, watch)
        });
        context.check()?;
        let mut lines = Lines::of(video);
        lines.add("Kind", format!("{} video", container(video, &properties)));
        lines.add("Length", clock(facts.seconds));
        lines.add("Size", size(facts.width, facts.height));
        let is_square = (facts.pixel_aspect - 1.0).abs() < 1e-3;
        lines.add_known(
            "Pixels",
            (!is_square).then(|| {
                format!(
                    "not square, {:.3} times as wide as high",
                    facts.pixel_aspect
                )
            }),
        );
        lines.add(
            "Frame rate",
            format!(
                "{} frames a second",
                (facts.frames_per_second * 100.0).round() / 100.0
            ),
        );
        lines.add_tracks(&properties);
        let is_combed = matches!(seen, Ok(Scan::TopFirst | Scan::BottomFirst));
        lines.add_known(
            "Fields",
            is_combed.then(|| {
                "the frames look as if they were interlaced, which the file does not say".to_owned()
            }),
        );
        if facts.audio.is_none() {
            lines.add("Audio", "none");
        }
        lines.add_known(
            "Loudness",
            loudness.map(|loudness| format!("{loudness:.1} LUFS")),
        );
        let chapters = chapters(&video.path, &video.name)?.len();
        lines.add_known("Chapters", (chapters > 0).then(|| chapters.to_string()));
        lines.add_file_size(video)?;
        lines.add_known("Bit rate", properties.bit_rate.map(bit_rate));
        lines.add_tags(&properties);
        lines.add_known(
            "Recording",
            recording_part(&video.name).map(|part| {
                format!(
                    "part {} of one that its camera wrote in several",
                    part.number
                )
            }),
        );
        if inputs.value("checksums").is_some() {
            add_checksums(&mut lines, video, context)?;
        }
        Ok(Resource::Text(lines.text()))
    }
}

/// The checksums of all streams, and of the frames as they are decoded.
fn add_checksums(lines: &mut Lines, video: &MediaFile, context: &Context) -> Result<(), ToolError> {
    let sums = watched(context, (0.5, 1.0), |watch| {
        stream_checksums(&video.path, &video.name, watch)
    })?;
    for sum in sums {
        let stream = format!("Checksum of stream {} ({})", sum.stream + 1, sum.kind);
        lines.add(
            &stream,
            format!("SHA-256 {} of {} packets", sum.packed, sum.packets),
        );
        if let Some((count, digits)) = sum.frames {
            let frames = format!("Checksum of the frames of stream {}", sum.stream + 1);
            lines.add(&frames, format!("SHA-256 {digits} of {count} frames"));
        }
    }
    Ok(())
}

/// Name that people call the container by.
fn container(video: &MediaFile, properties: &Properties) -> String {
    let ending = video.name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match properties.container.as_str() {
        name if name.starts_with("mov") && properties.brand == "qt" => "MOV".to_owned(),
        name if name.starts_with("mov") => "MP4".to_owned(),
        name if name.starts_with("matroska") && ending.eq_ignore_ascii_case("webm") => {
            "WebM".to_owned()
        }
        name if name.starts_with("matroska") => "MKV".to_owned(),
        "mpegts" => "MPEG-TS".to_owned(),
        other => other.to_uppercase(),
    }
}

/// Loudness of the audio that is heard, in LUFS; none where there is none, or nothing is heard.
fn loudness(
    video: &MediaFile,
    facts: &VideoFacts,
    context: &Context,
) -> Result<Option<f64>, ToolError> {
    if facts.audio.is_none() {
        return Ok(None);
    }
    let measured = watched(context, (0.0, 0.4), |watch| {
        let reader = AudioReader::open(&video.path, &video.name)?;
        let length = reader.seconds();
        streamed_loudness(reader, length, false, watch)
    })?;
    Ok(Some(measured.integrated).filter(|loudness| loudness.is_finite()))
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing;

    #[test]
    fn a_video_is_told_about() {
        let (context, _folder) = testing::context();
        let arguments = "-f lavfi -i testsrc=duration=2:size=320x180:rate=25 -f lavfi -i \
                         sine=frequency=440:duration=2 -f lavfi -i sine=frequency=880:duration=2 -map 0 -map 1 \
                         -map 2 -c:v libx264 -pix_fmt yuv420p -c:a aac -ac 2 -metadata:s:a:0 language=deu \
                         -metadata title=Harbour -metadata location=+48.8583+002.2945/ -movflags use_metadata_tags";
        let video = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let inputs = testing::inputs([("video", Resource::Video(video))]);
        let told = VideoProperties.run(&inputs, &context).expect("a text");
        let told = told.as_text().expect("a text");
        for line in [
            "“film.mp4”",
            "Kind: MP4 video",
            "Length: 2 s",
            "Size: 320 × 180 pixels (16:9)",
            "Frame rate: 25 frames a second",
            "Video: H.264, 8 bits a colour",
            "Audio 1: AAC, stereo, 44.1 kHz",
            "German",
            "Audio 2: AAC",
            "LUFS",
            "File size: ",
            "Title: Harbour",
            "Place: 48.85830° N, 2.29450° E",
        ] {
            assert!(told.contains(line), "{line} is not in\n{told}");
        }
    }

    #[test]
    fn a_silent_video_has_no_audio() {
        let (context, _folder) = testing::context();
        let arguments = "-f lavfi -i color=gray:s=64x48:d=1:r=10 -c:v libx264 -pix_fmt yuv420p";
        let video = MediaFile {
            path: make(&context.folder, "still.mkv", arguments),
            name: "still.mkv".to_owned(),
        };
        let inputs = testing::inputs([("video", Resource::Video(video))]);
        let told = VideoProperties.run(&inputs, &context).expect("a text");
        let told = told.as_text().expect("a text");
        assert!(
            told.contains("Audio: none") && told.contains("Kind: MKV video"),
            "{told}"
        );
        assert!(!told.contains("LUFS"), "{told}");
    }

    #[test]
    fn fields_pixels_and_checksums_are_told() {
        let (context, _folder) = testing::context();
        let arguments = "-f lavfi -i testsrc=d=1:s=720x576:r=25 -f lavfi -i sine=d=1 -c:v mpeg2video -flags +ildct+ilme \
                         -top 1 -aspect 16:9 -c:a mp2";
        let video = MediaFile {
            path: make(&context.folder, "tape.mpg", arguments),
            name: "tape.mpg".to_owned(),
        };
        let text = |value: &str| Resource::Text(value.to_owned());
        let given = [
            ("video", Resource::Video(video)),
            ("checksums", text("streams")),
        ];
        let told = VideoProperties
            .run(&testing::inputs(given), &context)
            .unwrap();
        let told = told.as_text().expect("a text");
        for line in [
            "interlaced (top field first)",
            "Pixels: not square, 1.422 times as wide as high",
            "Size: 1024 × 576 pixels (16:9)",
            "Checksum of stream 1 (video): SHA-256 ",
            "of 25 frames",
            "Checksum of stream 2 (audio): SHA-256 ",
        ] {
            assert!(told.contains(line), "{line} is not in\n{told}");
        }
    }
}
