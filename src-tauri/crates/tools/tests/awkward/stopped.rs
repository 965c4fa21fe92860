//! Every built-in tool at work on a long sound or video, and those that work through an animation,
//! stop soon after they are asked to: what goes on computing keeps its place, and everything else
//! waits.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use image::codecs::gif::GifEncoder;
use image::{Delay, Frame, Rgba, RgbaImage};
use patchbay_domain::{MediaFile, Toolbox};
use patchbay_test_support::video;
use patchbay_tools::{Context, Inputs, Progress, TOOLBOX, ToolError, registry};

use super::{corpus, medium, resource, values};

/// Time for which a tool works before it is asked to stop.
const WORKS: Duration = Duration::from_millis(400);
/// Time that it may take then: half a second, and ten times as much for code that is not optimised
/// on a computer that is busy with other tests.
const STOPS: Duration = Duration::from_secs(5);
/// A tool that takes longer is not waited for.
const NEVER: Duration = Duration::from_secs(40);

/// An animation of 80 frames of as many colours as a photo has.
fn animation(folder: &Path) -> MediaFile {
    let path = folder.join("moving.gif");
    let mut encoder = GifEncoder::new_with_speed(File::create(&path).unwrap(), 30);
    for number in 0..80 {
        let pixels = RgbaImage::from_fn(1600, 900, |x, y| {
            Rgba([(x / 7 + number) as u8, (y / 4) as u8, (x ^ y) as u8, 255])
        });
        let delay = Delay::from_numer_denom_ms(40, 1);
        encoder
            .encode_frame(Frame::from_parts(pixels, 0, 0, delay))
            .unwrap();
    }
    drop(encoder);
    named(&path)
}

fn named(path: &Path) -> MediaFile {
    MediaFile {
        path: path.to_owned(),
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
    }
}

/// Time for which a tool went on after it was asked to stop; none where it had ended by itself.
fn goes_on(
    tool: &'static dyn patchbay_tools::Implementation,
    inputs: Inputs,
    folder: &Path,
) -> Option<Duration> {
    let progress = Progress::default();
    let context = Context {
        folder: folder.to_owned(),
        progress: progress.clone(),
        seed: 1,
        models: patchbay_inference::Models::none(),
        target_seconds: Some(20.0),
        settings: BTreeMap::new(),
    };
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let ended = tool.run(&inputs, &context);
        let _ = sender.send(matches!(ended, Err(ToolError::Cancelled)));
    });
    match receiver.recv_timeout(WORKS) {
        Err(RecvTimeoutError::Timeout) => {}
        _ => return None,
    }
    progress.cancel();
    let asked = Instant::now();
    match receiver.recv_timeout(NEVER) {
        Ok(false) => None,
        _ => Some(asked.elapsed()),
    }
}

/// `only`: the tools that are tried; all of the medium where there are none.
fn all_stop(medium_tried: &str, only: &[&str], long: &MediaFile, folder: &Path) {
    let toolbox = Toolbox::from_json(TOOLBOX).unwrap();
    let plain = BTreeMap::from([("mask", corpus::mask(folder))]);
    let (mut told, mut late) = (Vec::new(), Vec::new());
    for tool in &toolbox.tools {
        let Some(implementation) =
            registry::runnable(&tool.name, &patchbay_inference::Models::none())
        else {
            continue;
        };
        let is_tried = only.is_empty() || only.contains(&tool.name.as_str());
        if !is_tried || medium(&tool.args, &toolbox) != Some(medium_tried) {
            continue;
        }
        let given = tool.args.iter().map(|parameter| {
            let file = match medium(std::slice::from_ref(parameter), &toolbox) {
                Some(kind) if kind != medium_tried => corpus::ordinary(kind, folder),
                _ => long.clone(),
            };
            (
                parameter.name.clone(),
                resource(parameter, &tool.name, &file, &plain),
            )
        });
        let inputs = Inputs::new(given.chain(values(tool)).collect());
        let place = tempfile::tempdir_in(folder).unwrap();
        if let Some(after) = goes_on(implementation, inputs, place.path()) {
            let line = format!("{} after {} ms", tool.name, after.as_millis());
            if after > STOPS {
                late.push(line.clone());
            }
            told.push(line);
        }
    }
    eprintln!("{}: {}", long.name, told.join(", "));
    assert!(
        late.is_empty(),
        "{} stop late: {}",
        long.name,
        late.join(", ")
    );
}

#[test]
fn animations() {
    let folder = tempfile::tempdir().unwrap();
    let by_frames = [
        "image_color_lookup",
        "image_hiding",
        "image_to_video",
        "images_to_gif",
        "text_image_editing",
    ];
    let long = animation(folder.path());
    all_stop("image", &by_frames, &long, folder.path());
}

#[test]
fn audio() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "-f lavfi -i anoisesrc=d=900:c=pink:r=44100:a=0.3 -ac 2";
    let path = video::make(folder.path(), "long.wav", arguments);
    all_stop("audio", &[], &named(&path), folder.path());
}

#[test]
fn videos() {
    let folder = tempfile::tempdir().unwrap();
    let path = video::clip(folder.path(), "long.mp4", 60.0, "1280x720", 25);
    all_stop("video", &[], &named(&path), folder.path());
}
