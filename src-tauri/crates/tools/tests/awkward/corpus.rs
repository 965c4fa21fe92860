//! The awkward media, made on the spot by other programs.

mod clips;
mod timed;

use std::fs;
use std::path::Path;
use std::process::Command;

use patchbay_domain::MediaFile;
use patchbay_test_support::pages::{document, mpo};
use patchbay_test_support::video;

use self::clips::clips;
use self::timed::timed;

fn file(folder: &Path, name: &str) -> MediaFile {
    MediaFile {
        path: folder.join(name),
        name: name.to_owned(),
    }
}

/// An image of `ImageMagick`'s.
fn image(folder: &Path, name: &str, arguments: &str) -> MediaFile {
    let done = Command::new("convert")
        .args(arguments.split_whitespace())
        .arg(folder.join(name))
        .output();
    let done = done.expect("the tests need ImageMagick's convert");
    assert!(
        done.status.success(),
        "convert {arguments} {name}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    file(folder, name)
}

fn made(folder: &Path, name: &str, arguments: &str) -> MediaFile {
    video::make(folder, name, arguments);
    file(folder, name)
}

/// The first part of a file, and the same with its middle overwritten.
fn broken(folder: &Path, whole: &MediaFile) -> [MediaFile; 2] {
    let bytes = fs::read(&whole.path).unwrap();
    let (cut, wild) = (
        format!("cut-{}", whole.name),
        format!("wild-{}", whole.name),
    );
    fs::write(folder.join(&cut), &bytes[..bytes.len() * 2 / 3]).unwrap();
    let mut overwritten = bytes;
    let (from, to) = (overwritten.len() / 3, overwritten.len() / 2);
    overwritten[from..to].fill(0x5A);
    fs::write(folder.join(&wild), overwritten).unwrap();
    [file(folder, &cut), file(folder, &wild)]
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> MediaFile {
    fs::write(folder.join(name), bytes).unwrap();
    file(folder, name)
}

/// A mask of 48 by 36 pixels with a square in it.
pub(crate) fn mask(folder: &Path) -> MediaFile {
    let inside = |x: u32, y: u32| (12..30).contains(&x) && (8..24).contains(&y);
    let square = image::GrayImage::from_fn(48, 36, |x, y| {
        image::Luma([if inside(x, y) { 255 } else { 0 }])
    });
    square.save(folder.join("mask.png")).unwrap();
    file(folder, "mask.png")
}

/// Media of a kind that there is nothing to say about.
pub(crate) fn ordinary(kind: &str, folder: &Path) -> MediaFile {
    let name = match kind {
        "image" => "ordinary.png",
        "audio" => "ordinary.wav",
        _ => "ordinary.mp4",
    };
    if folder.join(name).exists() {
        return file(folder, name);
    }
    match kind {
        "image" => image(folder, name, "-size 48x36 plasma:fractal"),
        "audio" => made(folder, name, "-f lavfi -i sine=frequency=330:duration=0.8"),
        _ => file(
            folder,
            video::clip(folder, name, 0.8, "64x48", 25)
                .file_name()
                .unwrap()
                .to_str()
                .unwrap(),
        ),
    }
}

/// All of a kind.
pub(crate) fn of(kind: &str, folder: &Path) -> Vec<MediaFile> {
    let mut all = match kind {
        "image" => images(folder),
        "audio" => clips(folder),
        _ => videos(folder),
    };
    let ending = match kind {
        "image" => "png",
        "audio" => "wav",
        _ => "mp4",
    };
    all.push(written(folder, &format!("empty.{ending}"), b""));
    all.push(written(
        folder,
        &format!("words.{ending}"),
        b"these are words and nothing else",
    ));
    all.push(file(folder, &format!("gone.{ending}")));
    all
}

fn images(folder: &Path) -> Vec<MediaFile> {
    let base = "-size 48x36 plasma:fractal";
    let of = |name: &str, arguments: &str| image(folder, name, arguments);
    let mut all = vec![
        of("one-pixel.png", "-size 1x1 xc:red"),
        of("one-row.png", "-size 60x1 gradient:red-blue"),
        of("one-column.png", "-size 1x60 gradient:red-blue"),
        of("flat.png", "-size 48x36 xc:white"),
        of("deep.png", &format!("{base} -depth 16")),
        of("grey.png", &format!("{base} -colorspace gray")),
        of(
            "deep-grey.png",
            &format!("{base} -colorspace gray -depth 16"),
        ),
        of("two-colours.png", &format!("{base} -monochrome")),
        of("palette.png", &format!("{base} -colors 7 -type palette")),
        of("clear.png", "-size 48x36 xc:none"),
        of(
            "half-clear.png",
            &format!("{base} -alpha set -channel A -evaluate set 50%"),
        ),
        of("cmyk.jpg", &format!("{base} -colorspace cmyk")),
        of("grey.jpg", &format!("{base} -colorspace gray")),
        of("turned.jpg", &format!("{base} -orient left-bottom")),
        of("progressive.jpg", &format!("{base} -interlace plane")),
        of(
            "moving.gif",
            "-size 40x30 -delay 10 xc:red xc:green xc:blue -loop 0",
        ),
        of("still.webp", base),
        of("old.bmp", base),
        of("scan.tiff", &format!("{base} -compress lzw")),
    ];
    let whole = [
        of("whole.png", base),
        of("whole.jpg", base),
        of("whole.webp", base),
    ];
    all.extend(whole.iter().flat_map(|whole| broken(folder, whole)));
    all.extend(of_several(folder, &whole[1]));
    // A header that claims far more than there is.
    let mut bomb = fs::read(&whole[0].path).unwrap();
    bomb[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
    let check = crc32fast::hash(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&check.to_be_bytes());
    all.push(written(folder, "huge-claim.png", &bomb));
    all
}

/// Pictures of several pages, frames, sizes and parts, and drawings.
fn of_several(folder: &Path, jpeg: &MediaFile) -> Vec<MediaFile> {
    let of = |name: &str, arguments: &str| image(folder, name, arguments);
    let pages = "-size 48x36 xc:red xc:green xc:blue";
    let small = "-f lavfi -i testsrc=duration=0.4:size=48x36:rate=10";
    let first = fs::read(&jpeg.path).unwrap();
    let film = fs::read(&made(folder, "behind.mp4", small).path).unwrap();
    let mut all = vec![
        of("pages.tiff", &format!("{pages} -compress lzw")),
        of("fax.tif", "-size 48x36 pattern:checkerboard pattern:bricks -monochrome -compress group4 -define tiff:endian=msb"),
        of("palette.tiff", "-size 48x36 plasma:fractal -colors 7 -type palette"),
        of("icon.ico", "-size 48x48 xc:red -define icon:auto-resize=48,32,16"),
        made(folder, "moving.apng", &format!("{small} -f apng")),
        made(folder, "moving.webp", &format!("{small} -c:v libwebp_anim")),
        written(folder, "two.mpo", &mpo(&first, &first)),
        written(folder, "motion.jpg", &[first.as_slice(), &film].concat()),
        // As telephones and pages have them; the HEIC is a grid of one tile.
        written(folder, "phone.heic", include_bytes!("../../../media/tests/image/data/photo.heic")),
        made(folder, "still.avif", &format!("{small} -frames:v 1 -c:v libaom-av1 -still-picture 1 -cpu-used 8 -pix_fmt yuv420p")),
        written(folder, "letter.pdf", &document(&["One", "Two"])),
        written(folder, "drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='48' height='36'><circle cx='20' cy='18' r='12' fill='red'/><text y='30'>Hi</text></svg>"),
    ];
    let damaged: Vec<MediaFile> = all.iter().flat_map(|whole| broken(folder, whole)).collect();
    all.extend(damaged);
    all
}

fn videos(folder: &Path) -> Vec<MediaFile> {
    let frames = |size: &str| format!("-f lavfi -i testsrc=duration=0.6:size={size}:rate=25");
    let small = frames("64x48");
    let tone = "-f lavfi -i sine=frequency=330:duration=0.6";
    let of = |name: &str, arguments: &str| made(folder, name, arguments);
    let plain = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p";
    let mut all = vec![
        of("silent.mp4", &format!("{small} {plain}")),
        of(
            "odd.mkv",
            &format!("{} {tone} -c:v ffv1 -c:a pcm_s16le", frames("63x47")),
        ),
        of("one-picture.mp4", &format!("{small} {plain} -frames:v 1")),
        of(
            "deep.mp4",
            &format!("{small} {tone} -c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -c:a aac"),
        ),
        of(
            "full-colour.mp4",
            &format!("{small} -c:v libx264 -preset ultrafast -pix_fmt yuv444p"),
        ),
        of(
            "interlaced.mpg",
            &format!("{small} {tone} -c:v mpeg2video -flags +ildct+ilme -r 25 -c:a mp2"),
        ),
        of(
            "turned.mov",
            &format!("{small} {tone} -c:v mpeg4 -c:a aac -metadata:s:v rotate=90"),
        ),
        of(
            "surround.mp4",
            &format!("{small} {tone} {plain} -c:a aac -ac 6"),
        ),
        of(
            "uneven.mkv",
            &format!(
                "{small} {tone} -vf select=not(mod(n\\,3))+lt(n\\,5) -fps_mode vfr {plain} -c:a aac"
            ),
        ),
        of(
            "web.webm",
            &format!("{small} {tone} -c:v libvpx -b:v 100k -c:a libvorbis -ac 2"),
        ),
        of("old.avi", &format!("{small} {tone} -c:v mpeg4 -c:a mp3")),
        of(
            "wide-pixels.mp4",
            &format!("{} {tone} {plain} -aspect 16:9 -c:a aac", frames("64x64")),
        ),
        of(
            "late-sound.mp4",
            &format!("{small} -itsoffset 0.3 {tone} {plain} -c:a aac"),
        ),
        of(
            "two-sounds.mkv",
            &format!("{small} {tone} {tone} -map 0 -map 1 -map 2 {plain} -c:a aac"),
        ),
        of("moving.gif", &small),
    ];
    all.extend(professional(folder));
    all.extend(timed(folder));
    let whole = [
        of("whole.mp4", &format!("{small} {tone} {plain} -c:a aac")),
        of("whole.mkv", &format!("{small} {tone} {plain} -c:a aac")),
    ];
    all.extend(whole.iter().flat_map(|whole| broken(folder, whole)));
    // Audio alone under a video's name.
    all.push(of("no-pictures.mp4", &format!("{tone} -c:a aac")));
    all
}

/// Videos as discs, cameras and programs for editing have them.
fn professional(folder: &Path) -> Vec<MediaFile> {
    let frames = |size: &str| format!("-f lavfi -i testsrc=duration=0.6:size={size}:rate=25");
    let small = frames("64x48");
    let tone = "-f lavfi -i sine=frequency=330:duration=0.6";
    let of = |name: &str, arguments: &str| made(folder, name, arguments);
    let plain = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p";
    vec![
        of(
            "dvd.mpg",
            &format!(
                "{} {tone} -c:v mpeg2video -flags +ildct+ilme -top 1 -aspect 16:9 -r 25 -c:a mp2",
                frames("90x72")
            ),
        ),
        of(
            "fields.mov",
            &format!(
                "{small} {tone} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -flags +ilme+ildct -x264-params bff=1 -c:a aac"
            ),
        ),
        of(
            "clear.webm",
            &format!(
                "{small} -vf format=yuva420p,colorchannelmixer=aa=0.5 -c:v libvpx-vp9 -deadline realtime -b:v 100k"
            ),
        ),
        of(
            "clear.mov",
            &format!("{small} -vf format=argb,colorchannelmixer=aa=0.5 -c:v qtrle"),
        ),
        of(
            "bright.mp4",
            &format!(
                "{small} -c:v libx265 -x265-params log-level=error -pix_fmt yuv420p10le -color_primaries bt2020 \
                 -color_trc smpte2084 -colorspace bt2020nc"
            ),
        ),
        of(
            "slow.mp4",
            &format!("-f lavfi -i testsrc=duration=2:size=64x48:rate=1 {plain}"),
        ),
        of(
            "fast.mp4",
            &format!(
                "-f lavfi -i testsrc=duration=0.4:size=64x48:rate=120 {tone} {plain} -c:a aac"
            ),
        ),
        of(
            "counted.mov",
            &format!("{small} {tone} {plain} -timecode 01:00:00:00 -c:a aac"),
        ),
        image(
            folder,
            "howto.gif",
            "-size 40x30 -delay 10 xc:red -delay 20 xc:green -delay 30 xc:blue -loop 0",
        ),
    ]
}
