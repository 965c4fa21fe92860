//! Tests that what an edit does not change is left as it is packed, in its own container.

use std::path::{Path, PathBuf};

use patchbay_domain::Resource;
use patchbay_test_support::video::{
    clip, facts, frame_at, frequency, loudness, make, packets, stream, turned,
};

use super::{Workshop, audio, text, video};

const SUBTITLES: &str = "1\n00:00:00,500 --> 00:00:02,000\nHello there\n";
const CHAPTERS: &str = ";FFMETADATA1\ntitle=Harbour\nartist=Ada\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\n\
                        title=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=2000\nEND=4000\ntitle=Two\n";

/// Four seconds with a title, two chapters, subtitles and a tone, as `codecs` says.
fn film(folder: &Path, name: &str, codecs: &str) -> PathBuf {
    std::fs::write(folder.join("words.srt"), SUBTITLES).unwrap();
    std::fs::write(folder.join("said.txt"), CHAPTERS).unwrap();
    let files = format!(
        "-i {} -i {}",
        folder.join("words.srt").display(),
        folder.join("said.txt").display()
    );
    let media = "-f lavfi -i testsrc=s=160x120:d=4:r=25 -f lavfi -i sine=frequency=440:d=4:r=48000";
    let maps =
        "-map 0:v -map 1:a -map 2:s -map_metadata 3 -map_chapters 3 -metadata:s:s:0 language=fra";
    make(
        folder,
        name,
        &format!("{media} {files} {maps} {codecs} -ac 2"),
    )
}

/// Properties of the file: its title, the number of its chapters, and its subtitles' language.
fn said(path: &Path) -> (String, usize, String) {
    let probed = facts(path);
    let title = probed["format"]["tags"]["title"]
        .as_str()
        .unwrap_or_default();
    let language = stream(&probed, "subtitle").map(|track| track["tags"]["language"].clone());
    let chapters = patchbay_media::video::chapters(path, "film").unwrap();
    (
        title.to_owned(),
        chapters.len(),
        language
            .and_then(|said| Some(said.as_str()?.to_owned()))
            .unwrap_or_default(),
    )
}

/// Tools that change audio alone, with what they take beside the video.
fn of_audio(music: &Path) -> Vec<(&'static str, Vec<(&'static str, Resource)>)> {
    let set = |name: &'static str, value: &str| (name, text(value));
    vec![
        ("video_volume", vec![set("gain", "-6")]),
        ("video_volume", vec![set("loudness", "-20")]),
        ("video_muting", vec![set("mute", "muted")]),
        (
            "video_muting",
            vec![set("mute", "beep"), set("within", "0:01 to 0:02")],
        ),
        ("video_channels", vec![set("channels", "mono")]),
        ("video_sound_delay", vec![set("delay", "0.2")]),
        ("dub_video", vec![("audio", audio(music))]),
    ]
}

#[test]
fn a_change_of_audio_leaves_frames_container_and_all_else() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    let music = make(
        folder,
        "music.wav",
        "-f lavfi -i sine=frequency=880:d=4:r=48000",
    );
    let h264 = "-c:v libx264 -g 25 -bf 2 -pix_fmt yuv420p -c:a aac";
    for (name, codecs) in [
        ("film.mkv", format!("{h264} -c:s srt")),
        ("film.mp4", format!("{h264} -c:s mov_text")),
        ("film.mov", format!("{h264} -c:s mov_text")),
        (
            "film.webm",
            "-c:v libvpx -deadline realtime -c:a libopus -c:s webvtt".to_owned(),
        ),
    ] {
        let source = film(folder, name, &codecs);
        let before = (packets(&source, "v"), said(&source));
        assert_eq!(
            before.1,
            ("Harbour".to_owned(), 2, "fra".to_owned()),
            "{name}"
        );
        for (tool, more) in of_audio(&music) {
            let inputs: Vec<_> = [("video", video(&source))]
                .into_iter()
                .chain(more)
                .collect();
            let made = workshop.file(tool, &inputs);
            assert_eq!(made.extension(), source.extension(), "{tool}");
            assert_eq!((packets(&made, "v"), said(&made)), before, "{tool}: {name}");
            let told = workshop.progress.said();
            assert!(
                !told.iter().any(|said| said.contains("taken over")),
                "{tool}: {told:?}"
            );
        }
    }
}

#[test]
fn frames_that_no_mp4_plays_everywhere_are_left_too() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    let upright = turned(
        folder,
        "phone.mp4",
        &clip(folder, "wide.mp4", 3.0, "160x120", 25),
    );
    let media = "-f lavfi -i testsrc=s=160x120:d=3:r=25 -f lavfi -i sine=d=3";
    let others = [
        ("old.avi", "-c:v mpeg4 -c:a libmp3lame"),
        ("broadcast.ts", "-c:v libx264 -pix_fmt yuv420p -c:a aac"),
        ("deep.mkv", "-c:v ffv1 -pix_fmt yuv444p10le -c:a flac"),
        (
            "flat.mp4",
            "-c:v libx264 -vf setsar=4/3 -pix_fmt yuv420p -c:a aac",
        ),
    ];
    let made = others.map(|(name, codecs)| make(folder, name, &format!("{media} {codecs}")));
    for source in made.into_iter().chain([upright.clone()]) {
        let inputs = [("video", video(&source)), ("gain", text("-6"))];
        let made = workshop.file("video_volume", &inputs);
        assert_eq!(made.extension(), source.extension());
        assert_eq!(
            packets(&made, "v"),
            packets(&source, "v"),
            "{}",
            source.display()
        );
        let by = loudness(&made, 0.5, 2.5) - loudness(&source, 0.5, 2.5);
        assert!((by + 6.0).abs() < 0.7, "{}: {by}", source.display());
    }
    let louder = workshop.file(
        "video_volume",
        &[("video", video(&upright)), ("gain", text("3"))],
    );
    let shown = frame_at(&louder, 1.0);
    assert_eq!(
        (shown.width(), shown.height()),
        (120, 160),
        "it stays upright"
    );
}

#[test]
fn a_change_of_frames_leaves_audio_container_and_all_that_is_said() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    let h264 = "-c:v libx264 -g 25 -pix_fmt yuv420p -c:a aac";
    for (name, codecs) in [
        ("film.mkv", format!("{h264} -c:s srt")),
        ("film.mp4", format!("{h264} -c:s mov_text")),
        ("film.mov", format!("{h264} -c:s mov_text")),
    ] {
        let source = film(folder, name, &codecs);
        for (tool, set) in [
            ("video_editing", ("text", "make it black and white")),
            ("video_reframing", ("ratio", "1:1")),
        ] {
            let inputs = [
                ("video", video(&source)),
                (set.0, text(set.1)),
                ("text", text(set.1)),
            ];
            let made = workshop.file(tool, &inputs[..2]);
            assert_eq!(made.extension(), source.extension(), "{tool}");
            assert_eq!(packets(&made, "a"), packets(&source, "a"), "{tool}: {name}");
            let (title, chapters, _) = said(&made);
            assert_eq!((&*title, chapters), ("Harbour", 2), "{tool}: {name}");
            assert!((frequency(&made, 0.5, 3.5) - 440.0).abs() < 4.0);
        }
        let inputs = [
            ("video", video(&source)),
            ("text", text("from 0:01 to 0:03")),
        ];
        let cut = workshop.file("video_trimming", &inputs);
        assert_eq!(cut.extension(), source.extension(), "{name}");
        let chapters = patchbay_media::video::chapters(&cut, "film").unwrap();
        let starts: Vec<f64> = chapters.iter().map(|chapter| chapter.start).collect();
        assert_eq!(starts.len(), 2, "{name}");
        assert!((starts[1] - 1.0).abs() < 0.05, "{name}: {starts:?}");
        assert_eq!(said(&cut).0, "Harbour", "{name}");
    }
}

#[test]
fn another_container_than_the_films_own_is_said() {
    let media = "-f lavfi -i testsrc=s=160x120:d=3:r=25 -f lavfi -i sine=frequency=440:d=3:r=48000";
    for (name, codecs) in [
        ("film.mpg", "-c:v mpeg2video -c:a mp2"),
        ("film.wmv", "-c:v wmv2 -c:a wmav2"),
        ("film.mkv", "-c:v libx264 -pix_fmt yuv420p -c:a aac"),
    ] {
        for (tool, set) in [
            ("video_volume", ("gain", "-6")),
            ("video_muting", ("mute", "muted")),
            ("video_editing", ("text", "make it black and white")),
            ("video_trimming", ("text", "from 0:01 to 0:02")),
        ] {
            let workshop = Workshop::new();
            let source = make(workshop.path(), name, &format!("{media} {codecs} -ac 2"));
            let inputs = [("video", video(&source)), (set.0, text(set.1))];
            let made = workshop.file(tool, &inputs);
            let is_other = made.extension() != source.extension();
            assert_eq!(is_other, name != "film.mkv", "{tool}: {}", made.display());
            let ending = made.extension().unwrap().to_string_lossy().to_uppercase();
            let sentence = format!(
                "“{name}” is of a kind that is not written here, so the result is {ending}"
            );
            let told = workshop.progress.said();
            let is_said = told.iter().any(|said| said.starts_with(&sentence));
            assert_eq!(is_said, is_other, "{tool}: {told:?}");
        }
    }
}
