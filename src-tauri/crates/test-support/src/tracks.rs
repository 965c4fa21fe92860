//! Videos with several audio tracks, or with an alpha channel, and how to look at each track.

use std::path::{Path, PathBuf};

use crate::video::{facts, make};

/// A video of `seconds` with an English tone of 440 Hz and a German one of 880 Hz with the title
/// “Kommentar”, which is the one that is heard unless another is chosen.
pub fn bilingual(folder: &Path, name: &str, seconds: f64) -> PathBuf {
    make(
        folder,
        name,
        &format!(
            "-f lavfi -i testsrc=duration={seconds}:size=160x120:rate=25 -f lavfi -i sine=frequency=440:duration={seconds} \
             -f lavfi -i sine=frequency=880:duration={seconds} -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast -g 25 \
             -pix_fmt yuv420p -c:a aac -metadata:s:a:0 language=eng -metadata:s:a:1 language=deu \
             -metadata:s:a:1 handler_name=Kommentar -disposition:a:0 0 -disposition:a:1 default"
        ),
    )
}

/// A red video of a second whose left half is clear, over black: by `codec`, such as `-c:v
/// prores_ks -profile:v 4444`, in the form `pixels`, which has an alpha channel of `bits` bits.
pub fn half_clear(folder: &Path, name: &str, codec: &str, pixels: &str, bits: u32) -> PathBuf {
    let opaque = (1 << bits) - 1;
    let parts = if pixels == "argb" {
        "r='255*gt(X,31)':g=0:b=0"
    } else {
        "lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)'"
    };
    make(
        folder,
        name,
        &format!(
            "-f lavfi -i color=red:size=64x48:rate=10:duration=1,format={pixels},geq={parts}:a='{opaque}*gt(X,31)' {codec} \
             -pix_fmt {pixels}"
        ),
    )
}

/// The language, the title, and whether it is the one that is heard, of every audio track, as
/// ffprobe says.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn spoken(path: &Path) -> Vec<(String, String, bool)> {
    let facts = facts(path);
    let streams = facts["streams"]
        .as_array()
        .expect("ffprobe lists streams")
        .iter();
    let said = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let tracks = streams.filter(|stream| stream["codec_type"] == "audio");
    tracks
        .map(|stream| {
            let tags = &stream["tags"];
            (
                said(&tags["language"]),
                said(&tags["handler_name"]),
                stream["disposition"]["default"] == 1,
            )
        })
        .collect()
}

/// The audio track of that number alone, as a WAV file in `folder`.
pub fn track(folder: &Path, video: &Path, number: usize) -> PathBuf {
    make(
        folder,
        &format!("track-{number}.wav"),
        &format!("-i {} -map 0:a:{number}", video.display()),
    )
}
