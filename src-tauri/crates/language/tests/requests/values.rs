//! Values that a request says stand in the plan's inputs, by the names of their parameters.

use patchbay_domain::InputValue;

use super::plan;

/// A request, its files, the tool that does it, and values that it takes.
type Case<'a> = (&'a str, &'a [&'a str], &'a str, &'a [(&'a str, &'a str)]);

fn check(cases: &[Case]) {
    for (words, files, tool, values) in cases {
        let plan = plan(words, files);
        let actions = plan
            .subtasks
            .iter()
            .filter_map(|subtask| subtask.solutions.first())
            .flat_map(|way| &way.actions);
        let of_tool: Vec<_> = actions.filter(|action| action.tool == *tool).collect();
        assert!(!of_tool.is_empty(), "{words}: {plan:?}");
        for (name, value) in *values {
            let expected = InputValue::One((*value).to_owned());
            let stands = of_tool
                .iter()
                .any(|action| action.inputs.get(*name) == Some(&expected));
            assert!(stands, "{words}: {name} is not {value} in {of_tool:?}");
        }
    }
}

#[test]
fn values_stand_in_the_inputs() {
    check(&[
        (
            "cut clip.mp4 from 0:02 to 0:05",
            &["clip.mp4"][..],
            "video_trimming",
            &[("parts", "0:02 to 0:05")][..],
        ),
        (
            "keep only the last 3 seconds of clip.mp4",
            &["clip.mp4"],
            "video_trimming",
            &[("parts", "last 0:03")],
        ),
        (
            "play clip.mp4 twice as fast",
            &["clip.mp4"],
            "video_speed",
            &[("speed", "2")],
        ),
        (
            "speed clip.mp4 up to 30 seconds",
            &["clip.mp4"],
            "video_speed",
            &[("length", "30")],
        ),
        (
            "make photo.jpg black and white and rotate it 90 degrees",
            &["photo.jpg"],
            "text_image_editing",
            &[("look", "black and white"), ("angle", "90")],
        ),
        (
            "extract the sound of clip.mp4 as an mp3",
            &["clip.mp4"],
            "video_to_audio",
            &[("format", "mp3")],
        ),
        (
            "convert song.wav to mp3",
            &["song.wav"],
            "audio_conversion",
            &[("format", "mp3")],
        ),
        (
            "turn photo.jpg into a 5 second video",
            &["photo.jpg"],
            "image_to_video",
            &[("length", "5")],
        ),
    ]);
}

#[test]
fn values_say_what_becomes_of_audio_and_where() {
    check(&[
        (
            "mute clip.mp4 between 2 and 4 seconds",
            &["clip.mp4"][..],
            "video_muting",
            &[("mute", "muted"), ("within", "0:02 to 0:04")][..],
        ),
        (
            "bleep out 3-5 s in talk.wav",
            &["talk.wav"],
            "audio_volume",
            &[("mute", "beep"), ("within", "0:03 to 0:05")],
        ),
        (
            "make the last 5 seconds of clip.mp4 3 dB louder",
            &["clip.mp4"],
            "video_volume",
            &[("gain", "3"), ("within", "last 0:05")],
        ),
        (
            "swap left and right in clip.mp4",
            &["clip.mp4"],
            "video_channels",
            &[("channels", "swapped")],
        ),
    ]);
}

#[test]
fn values_say_what_follows_what_and_how_wide_it_is() {
    check(&[
        (
            "blur it a bit",
            &["photo.jpg"],
            "text_image_editing",
            &[("blur", "50")],
        ),
        (
            "append outro.mp4 to clip.mp4",
            &["outro.mp4", "clip.mp4"],
            "video_concatenation",
            &[
                ("video", "outro.mp4"),
                ("second", "clip.mp4"),
                ("order", "the other way round"),
            ],
        ),
        (
            "stick tune.wav on the end of talk.wav",
            &["tune.wav", "talk.wav"],
            "audio_mixing",
            &[
                ("order", "the other way round"),
                ("together", "one after the other"),
            ],
        ),
        (
            "add a black border of 5 % to photo.jpg",
            &["photo.jpg"],
            "text_image_editing",
            &[("border", "5")],
        ),
    ]);
}

#[test]
fn what_is_not_said_has_no_value() {
    let plan = plan("extract the sound of clip.mp4", &["clip.mp4"]);
    let action = &plan.subtasks[0].solutions[0].actions[0];
    assert_eq!(
        action.inputs.keys().collect::<Vec<_>>(),
        ["video"],
        "{action:?}"
    );
}
