//! For tests: files and a small edit.

use std::rc::Rc;

use crate::media::Media;
use crate::rate::Rate;
use crate::sequence::{Cut, Sequence, Transition, TransitionKind};
use crate::timeline::Timeline;

/// A file of that rate and length.
pub(crate) fn media(name: &str, per_second: f64, seconds: f64) -> Media {
    Media {
        name: name.to_owned(),
        path: format!("/clips/{name}"),
        rate: Rate::of(per_second),
        seconds,
        size: Some((1920, 1080)),
        audio: Some((48_000, 2)),
        timecode: None,
    }
}

/// A part as it was.
pub(crate) fn cut(start: f64, end: f64) -> Cut {
    Cut {
        start,
        end,
        speed: 1.0,
        gain: 0.0,
        silent: false,
    }
}

/// At 29.97: two cuts of `a & b.mov`, which begins at 01:00:00;00, dissolve over 20 frames into
/// `c.mp4` at twice its speed and 6 dB softer; all of it fades out over 15 frames.
pub(crate) fn edit() -> Timeline {
    let first = Media {
        timecode: Some("01:00:00;00".to_owned()),
        ..media("a & b.mov", 29.97, 60.0)
    };
    let rate = first.rate;
    let at = |frame: i64| rate.seconds_of(frame);
    let first = Sequence::whole(Rc::new(first), Vec::new());
    let first = first.cut(&[cut(at(100), at(160)), cut(at(300), at(400))]);
    let note = vec!["Upscaled: “c.mp4” is the file that was made.".to_owned()];
    let second = Sequence::whole(Rc::new(media("c.mp4", 29.97, at(240))), note);
    let faster = Cut {
        speed: 2.0,
        ..cut(at(40), at(240))
    };
    let second = second.cut(&[faster]).map(|second| second.louder(-6.0));
    let dissolve = Transition {
        kind: TransitionKind::Dissolve,
        seconds: at(20),
    };
    let whole = [first, second].into_iter().collect::<Option<Vec<_>>>();
    let whole = whole
        .and_then(|parts| Sequence::join(parts, Some(dissolve)))
        .and_then(|whole| whole.faded(0.0, at(15)))
        .expect("a sequence");
    Timeline::of("Trip", &whole, rate)
}
