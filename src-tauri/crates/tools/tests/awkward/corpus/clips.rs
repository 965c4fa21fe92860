//! Odd sounds.

use std::fs;
use std::path::Path;

use patchbay_domain::MediaFile;

use super::{broken, image, made, written};

pub(super) fn clips(folder: &Path) -> Vec<MediaFile> {
    let tone = "-f lavfi -i sine=frequency=330:duration=0.7";
    let of = |name: &str, arguments: &str| made(folder, name, &format!("{tone} {arguments}"));
    let mut all = vec![
        of("telephone.wav", "-ar 8000 -ac 1"),
        of("studio.wav", "-ar 192000 -ac 2 -c:a pcm_s24le"),
        of("floating.wav", "-c:a pcm_f32le"),
        of("bytes.wav", "-c:a pcm_u8"),
        of("cinema.wav", "-ac 8"),
        of("surround.m4a", "-ac 6 -c:a aac"),
        of("music.mp3", "-c:a libmp3lame"),
        of("music.flac", "-c:a flac"),
        of("music.ogg", "-c:a libvorbis -ac 2"),
        of("music.opus", "-c:a libopus"),
        of("old.aiff", ""),
        of("apple.caf", "-c:a pcm_s24le"),
        of("book.m4b", "-c:a aac -f ipod"),
        of("ringing.m4r", "-c:a aac -f ipod"),
        of("huge-header.wav", "-rf64 always"),
        of("wave64.w64", ""),
        of("whole-numbers.wav", "-c:a pcm_s32le"),
        of(
            "sixteen.wav",
            "-filter_complex aeval=val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0)|val(0):c=hexadecagonal",
        ),
        made(
            folder,
            "two-tracks.mka",
            &format!("{tone} -f lavfi -i sine=frequency=880:duration=0.7 -map 0 -map 1 -c:a flac"),
        ),
        made(
            folder,
            "opposite.wav",
            &format!("{tone} -af pan=stereo|c0=c0|c1=-1*c0"),
        ),
        four_microphones(folder),
        made(
            folder,
            "silence.wav",
            "-f lavfi -i anullsrc=r=44100:cl=stereo -t 0.5",
        ),
        made(
            folder,
            "moment.wav",
            "-f lavfi -i sine=frequency=330:duration=0.004",
        ),
        made(
            folder,
            "loud.wav",
            "-f lavfi -i sine=frequency=330:duration=0.5 -af volume=40dB",
        ),
    ];
    image(folder, "cover.jpg", "-size 16x16 xc:blue");
    let cover = format!(
        "-i {} -map 0:a -map 1:v -c:v copy -disposition:v attached_pic -metadata title=Boats",
        folder.join("cover.jpg").display()
    );
    for name in ["covered.flac", "covered.mp3", "covered.m4a"] {
        all.push(of(name, &cover));
    }
    let whole = [
        of("whole.wav", ""),
        of("whole.mp3", "-c:a libmp3lame"),
        of("whole.m4a", "-c:a aac"),
    ];
    all.extend(whole.iter().flat_map(|whole| broken(folder, whole)));
    // A header without samples.
    let header = fs::read(&whole[0].path).unwrap()[..44].to_vec();
    all.push(written(folder, "no-samples.wav", &header));
    all
}

/// A file as a field recorder writes it: four channels of 24 bits under an extensible header that
/// names no channel.
fn four_microphones(folder: &Path) -> MediaFile {
    const RATE: u32 = 48_000;
    /// The form of samples that the header names: whole numbers.
    const KIND: [u8; 16] = [1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];
    let mut samples = Vec::new();
    for frame in 0..RATE / 2 {
        for channel in 0..4_u32 {
            let turn =
                f64::from(frame * (300 + 200 * channel)) / f64::from(RATE) * std::f64::consts::TAU;
            let sample = (turn.sin() * 0.3 * 8_388_607.0) as i32;
            samples.extend_from_slice(&sample.to_le_bytes()[..3]);
        }
    }
    let mut form = Vec::new();
    for number in [0xFFFE_u16, 4] {
        form.extend_from_slice(&number.to_le_bytes());
    }
    for number in [RATE, RATE * 12] {
        form.extend_from_slice(&number.to_le_bytes());
    }
    for number in [12_u16, 24, 22, 24, 0, 0] {
        form.extend_from_slice(&number.to_le_bytes());
    }
    form.extend_from_slice(&KIND);
    let mut bytes = b"RIFF".to_vec();
    bytes.extend_from_slice(&(20 + form.len() as u32 + samples.len() as u32).to_le_bytes());
    bytes.extend_from_slice(b"WAVEfmt ");
    for (name, content) in [(&b""[..], &form), (&b"data"[..], &samples)] {
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
        bytes.extend_from_slice(content);
    }
    written(folder, "ZOOM0001.WAV", &bytes)
}
