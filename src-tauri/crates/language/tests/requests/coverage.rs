//! What no tool takes up is named and refused; nothing else is made in its place.

use patchbay_domain::{InputValue, UncoveredKind, text_without};

use super::{first_ways, plan, plan_after, turn};

#[test]
fn what_no_tool_does_is_refused_with_the_words_that_are_left_over() {
    let locked = plan("encrypt old.mp4", &["old.mp4"]);
    let asked = locked.clarification.unwrap_or_default();
    assert!(
        locked.subtasks.is_empty() && asked.contains("encrypt"),
        "{asked}"
    );
    for (words, files, kind, left) in [
        (
            "convert song.wav to wma",
            &["song.wav"][..],
            UncoveredKind::Format,
            "wma",
        ),
        (
            "extract the sound of clip.mp4 as a wma",
            &["clip.mp4"],
            UncoveredKind::Format,
            "wma",
        ),
        (
            "put logo.png at 300,200 on clip.mp4",
            &["logo.png", "clip.mp4"],
            UncoveredKind::Value,
            "at 300,200",
        ),
        (
            "enlarge photo.jpg 4x",
            &["photo.jpg"],
            UncoveredKind::Value,
            "4x",
        ),
    ] {
        let plan = plan(words, files);
        let asked = plan.clarification.clone().unwrap_or_default();
        assert!(plan.subtasks.is_empty(), "{words}: {}", first_ways(&plan));
        let is_left = plan
            .uncovered
            .iter()
            .any(|one| one.kind == kind && one.words == left);
        assert!(is_left, "{words}: {:?}", plan.uncovered);
        assert!(
            asked.contains("I can't do this yet") && asked.contains(left),
            "{words}: {asked}"
        );
        for one in &plan.uncovered {
            assert_eq!(
                words.get(one.start..one.start + one.words.len()),
                Some(one.words.as_str()),
                "{words}"
            );
        }
    }
}

#[test]
fn an_edit_of_a_video_is_no_image() {
    let plan = plan("colourise this old video", &["clip.mp4"]);
    assert!(plan.subtasks.is_empty(), "{}", first_ways(&plan));
    assert_eq!(plan.uncovered[0].kind, UncoveredKind::ResultKind);
    assert!(
        plan.clarification
            .unwrap_or_default()
            .contains("would make a picture of it")
    );
}

#[test]
fn a_question_is_answered_and_the_answer_read_aloud() {
    let plan = plan(
        "tell me how large couch.jpg is and read the answer out loud",
        &["couch.jpg"],
    );
    let ways = first_ways(&plan);
    let read = ways.find("text_to_speech");
    let told = ways
        .find("image_properties")
        .or(ways.find("image_question_answering"));
    assert!(
        told.is_some() && read > told,
        "{ways}: {:?}",
        plan.uncovered
    );
}

#[test]
fn what_goes_on_from_each_other_is_done_whole_or_not_at_all() {
    let words = "replace the sound of clip.mp4 with tune.wav and add end credits to it";
    let plan = plan(words, &["clip.mp4", "tune.wav"]);
    assert_eq!(first_ways(&plan), "");
    let withheld = plan.withheld.iter().map(|one| &one.goal.description);
    assert!(withheld.eq(["replace the sound of clip.mp4 with tune.wav"]));
    let left = &plan.uncovered[0].words;
    assert!(left.contains("end credits"), "{left}");
    let partly = plan.without_uncovered().expect("the rest can be asked for");
    assert!(partly.uncovered.is_empty() && partly.clarification.is_none());
    assert_eq!(partly.subtasks.len(), 1);
}

#[test]
fn a_detail_that_nothing_takes_can_be_left_out_and_a_wish_cannot() {
    let plan = |words| plan(words, &["photo.jpg"]);
    let detail = plan("make photo.jpg black and white and save it as a psd");
    assert!(detail.subtasks.is_empty() && !detail.uncovered.is_empty());
    let words = "make photo.jpg black and white and save it as a psd";
    let left = text_without(words, &detail.uncovered);
    assert!(
        !left.contains("psd") && left.contains("black and white"),
        "{left}"
    );
    let partly = detail.without_uncovered().expect("it is made so");
    assert_eq!(first_ways(&partly), "text_image_editing");
    assert!(plan("encrypt photo.jpg").without_uncovered().is_none());
    assert!(
        plan("convert photo.jpg to psd")
            .without_uncovered()
            .is_none()
    );
}

#[test]
fn what_a_tool_takes_is_not_left_over() {
    for (words, files) in [
        (
            "resize photo.jpg to 600 pixels wide and save it as png",
            &["photo.jpg"][..],
        ),
        ("crop photo.jpg to 16:9", &["photo.jpg"]),
        ("split talk.mp4 into one file per chapter", &["talk.mp4"]),
        ("split clip.mp4 into 30 second clips", &["clip.mp4"]),
        ("split talk.wav into 3 equal parts", &["talk.wav"]),
        (
            "stitch a.mp4 and b.mp4 together, crossfade",
            &["a.mp4", "b.mp4"],
        ),
        ("cut clip.mp4 from 0:02 to 0:05", &["clip.mp4"]),
        ("trim the mp4 to the first 5 seconds", &["clip.mp4"]),
        ("play clip.mp4 at half speed", &["clip.mp4"]),
        ("make a gif out of clip.mp4", &["clip.mp4"]),
        ("convert clip.mp4 to a constant 30 fps", &["clip.mp4"]),
        ("compress clip.mp4 to under 8 MB", &["clip.mp4"]),
        ("make render.mp4 play on WhatsApp", &["render.mp4"]),
        ("convert song.wav to ogg", &["song.wav"]),
        ("extract the sound of noise.mp4 as an ogg", &["noise.mp4"]),
        (
            "slow clip.mp4 down to half speed from 0:02 to 0:05",
            &["clip.mp4"],
        ),
        ("make a boomerang out of jump.mp4", &["jump.mp4"]),
        ("loop clip.mp4 three times", &["clip.mp4"]),
        ("freeze clip.mp4 at 0:05 for 2 seconds", &["clip.mp4"]),
        ("cut the silent parts out of talk.mp4", &["talk.mp4"]),
        ("normalize voice.wav to -14 LUFS", &["voice.wav"]),
        ("enlarge photo.jpg 2x", &["photo.jpg"]),
        (
            "write \"-14 LUFS, stereo, 8 MB\" on photo.jpg",
            &["photo.jpg"],
        ),
        ("paint a square with a mirror in the top left corner", &[]),
        ("What is the loudness of a 30 fps film in stereo?", &[]),
        ("bring photo.jpg to life", &["photo.jpg"]),
        ("save the sound of clip.mp4", &["clip.mp4"]),
    ] {
        let plan = plan(words, files);
        assert!(
            !plan.subtasks.is_empty() && plan.uncovered.is_empty(),
            "{words}: {:?}",
            plan.uncovered
        );
    }
}

#[test]
fn how_much_belongs_to_what_was_said_before() {
    let words = "bring host.wav and guest.wav to the same loudness, -14 LUFS each";
    let plan = plan(words, &["host.wav", "guest.wav"]);
    assert_eq!(first_ways(&plan), "audio_effects | audio_effects");
    for subtask in [0, 1] {
        assert_eq!(
            super::input(&plan, subtask, "audio_effects", "loudness"),
            &InputValue::One("-14".to_owned())
        );
    }
}

#[test]
fn a_format_belongs_to_what_was_said_before() {
    let plan = plan(
        "make voice.wav louder and save it as an mp3",
        &["voice.wav"],
    );
    assert_eq!(first_ways(&plan), "audio_effects");
    assert_eq!(
        super::input(&plan, 0, "audio_effects", "format"),
        &InputValue::One("mp3".to_owned())
    );
}

#[test]
fn what_is_taken_away_is_not_what_is_made() {
    for words in [
        "get rid of the sound on this",
        "mute trip.mp4",
        "trip.mp4 without sound",
    ] {
        let plan = plan(words, &["trip.mp4"]);
        assert_eq!(first_ways(&plan), "video_muting", "{words}");
    }
}

#[test]
fn how_something_is_done_belongs_to_what_was_said_before() {
    let words = "replace the sound of clip.mp4 with tune.wav and repeat it until the video ends";
    let plan = plan(words, &["clip.mp4", "tune.wav"]);
    assert_eq!(first_ways(&plan), "dub_video", "{plan:?}");
    assert_eq!(
        super::input(&plan, 0, "dub_video", "repeat"),
        &InputValue::One("repeated".to_owned())
    );
}

#[test]
fn a_file_that_is_spoken_of_is_used() {
    let used = plan(
        "Add our logo over the whole of this video",
        &["trip.mp4", "logo.png"],
    );
    assert_eq!(first_ways(&used), "image_overlay_on_video");
    let used = plan("save the logo as a jpg", &["logo.png"]);
    assert_eq!(
        (first_ways(&used).as_str(), used.uncovered.len()),
        ("text_image_editing", 0),
        "{used:?}"
    );
}

#[test]
fn a_wish_is_done_with_all_of_its_details_or_not_at_all() {
    let words = "convert game.mp4 to an edl, and only between 2 and 4 seconds";
    let refused = plan(words, &["game.mp4"]);
    assert!(refused.subtasks.is_empty(), "{}", first_ways(&refused));
    let refusal = refused.clarification.unwrap_or_default();
    assert!(refusal.contains("“edl”"), "{refusal}");
    // What cannot be done is named in a chat that goes on, too.
    let before = [turn(
        "join jump.mp4 and clock.mp4",
        &["jump.mp4"],
        &["jump_joined.mp4"],
    )];
    let words = "convert clock.mp4 to an edl, and only between 2 and 4 seconds";
    let in_chat = plan_after(&before, words, &["clock.mp4"]);
    let refusal = in_chat.clarification.unwrap_or_default();
    assert!(refusal.contains("“edl”"), "{refusal}");
    // What “and” joins is a wish of its own.
    let words = "convert memo.wav to ogg and take the sound out of trip.mp4";
    let of_both = plan(words, &["memo.wav", "trip.mp4"]);
    assert_eq!(first_ways(&of_both), "audio_conversion | video_to_audio");
}

#[test]
fn what_is_taken_away_is_not_made() {
    for words in [
        "get rid of teh sound in game.mp4",
        "delete the audio track of game.mp4",
        "remove the annoying music from game.mp4",
    ] {
        // Muting it is what is asked for; its sound as a file is what is not.
        let ways = first_ways(&plan(words, &["game.mp4"]));
        assert!(
            ["", "video_muting"].contains(&ways.as_str()),
            "{words}: {ways}"
        );
    }
}

#[test]
fn no_solution_lacks_a_step_that_is_asked_for() {
    let words = "translate the french subtitles in movie.mkv into japanese";
    let plan = plan(words, &["movie.mkv"]);
    let solutions: Vec<_> = plan
        .subtasks
        .iter()
        .flat_map(|subtask| &subtask.solutions)
        .collect();
    assert!(!solutions.is_empty());
    for solution in solutions {
        let translates = solution.tools().any(|tool| tool == "text_translation");
        assert!(translates, "{solution:?}");
    }
}

#[test]
fn what_to_do_is_not_said_by_what_a_step_made() {
    let words = "describe scenes.mp4 and tack 5 newly made seconds on the end";
    let plan = plan(words, &["scenes.mp4"]);
    let trims = plan
        .subtasks
        .iter()
        .flat_map(|subtask| &subtask.solutions)
        .flat_map(|solution| &solution.actions)
        .filter(|action| action.tool == "video_trimming");
    for trim in trims {
        let told = trim.inputs["text"].values();
        assert!(
            told.iter().all(|words| !words.starts_with("<GEN>")),
            "{trim:?}"
        );
    }
}

#[test]
fn nothing_is_made_of_words_that_ask_for_something_else() {
    for words in [
        "dub talk.mp4 into Klingon with lip sync",
        "slideshow of bridge.png with the ukulele tune underneath",
    ] {
        let files = ["talk.mp4", "bridge.png", "ukulele.wav"];
        let ways = first_ways(&plan(words, &files));
        assert!(!ways.contains("text_to_music"), "{words}: {ways}");
    }
    let asked = plan("put calm piano music under talk.mp4", &["talk.mp4"]);
    assert_eq!(first_ways(&asked), "text_to_music dub_video");
}

#[test]
fn a_video_s_own_sound_is_not_put_back_as_it_was() {
    let words = "i only hear my voice in the left headphone, make it come out of both sides";
    let ways = first_ways(&plan(words, &["talk.mp4"]));
    assert!(!ways.contains("video_to_audio dub_video"), "{ways}");
}
