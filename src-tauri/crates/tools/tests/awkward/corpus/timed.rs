//! Videos whose timestamps are not what players show, and with more than frames and one audio track.

use std::fs;
use std::path::Path;

use patchbay_domain::MediaFile;

use super::{made, written};

/// All of them.
pub(super) fn timed(folder: &Path) -> Vec<MediaFile> {
    let frames = "-f lavfi -i testsrc=duration=0.6:size=64x48:rate=25";
    let tone = "-f lavfi -i sine=frequency=330:duration=0.6";
    let packed = "-c:v libx264 -preset ultrafast -g 5 -bf 2 -pix_fmt yuv420p -c:a aac";
    let of = |name: &str, arguments: &str| made(folder, name, arguments);
    let stream = of(
        "later.ts",
        &format!("{frames} {tone} {packed} -output_ts_offset 20"),
    );
    let again = of("stream.ts", &format!("{frames} {tone} {packed}"));
    let whole = of("plain.mkv", &format!("{frames} {tone} {packed}"));
    let whole = whole.path.display();
    let bytes = [&stream, &again, &again].map(|part| fs::read(&part.path).unwrap());
    fs::write(
        folder.join("shown.srt"),
        "1\n00:00:00,100 --> 00:00:00,400\nHello\n",
    )
    .unwrap();
    let said =
        ";FFMETADATA1\ntitle=Harbour\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=300\ntitle=One\n";
    fs::write(folder.join("said.txt"), said).unwrap();
    let (shown, said) = (folder.join("shown.srt"), folder.join("said.txt"));
    vec![
        written(folder, "restarting.ts", &bytes.concat()),
        of(
            "late-frames.mkv",
            &format!("-itsoffset 0.3 -i {whole} -i {whole} -map 0:v -map 1:a -c copy"),
        ),
        of(
            "late-frames.mp4",
            &format!("-itsoffset 0.3 -i {whole} -i {whole} -map 0:v -map 1:a -c copy"),
        ),
        of("hidden-start.mp4", &format!("-ss 0.28 -i {whole} -c copy")),
        of(
            "late-clock.mkv",
            &format!("-i {whole} -c copy -output_ts_offset 90"),
        ),
        of(
            "with-all.mkv",
            &format!(
                "-i {whole} -i {} -i {} -map 0 -map 1 -map_metadata 2 -map_chapters 2 -c copy -c:s srt \
                 -attach {} -metadata:s:t mimetype=text/plain",
                shown.display(),
                said.display(),
                said.display()
            ),
        ),
        stream,
    ]
}
