//! Tests of what is said in audio clips.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::{AudioBuffer, probe, write_wav};
use patchbay_tools::video::subtitles::cues;
use patchbay_tools::{Progress, ToolError};

use crate::support::Bench;

#[test]
fn a_voice_becomes_subtitles_that_a_video_can_show() {
    let bench = Bench::new();
    let text = bench
        .run("speech_to_text", &[("audio", Bench::voice())])
        .unwrap()
        .as_text()
        .unwrap();
    let shown = cues(&text, 60.0).unwrap();
    // The voice lasts 4.5 seconds.
    assert!(
        shown.iter().all(|cue| cue.start < cue.end && cue.end < 4.6),
        "{text}"
    );
    assert!(
        text.starts_with("1\n00:00:0") && text.contains(&shown[0].text()),
        "{text}"
    );
}

#[test]
fn words_are_found_in_what_a_voice_says() {
    let bench = Bench::new();
    let said = bench
        .run("speech_to_text", &[("audio", Bench::voice())])
        .unwrap()
        .as_text()
        .unwrap();
    let search = |words: &str| {
        let words = Resource::Text(words.to_owned());
        bench.run(
            "speech_search",
            &[("audio", Bench::voice()), ("text", words)],
        )
    };
    let absent = search("an absent word").unwrap().as_text().unwrap();
    assert_eq!(
        absent,
        "“an absent word” is not said in “voice.wav”, as far as its speech was understood."
    );
    // Whatever the tiny network writes down, it is found in what it writes down.
    let sentence = cues(&said, 60.0).unwrap()[0].text();
    let first = sentence
        .split(|letter: char| !letter.is_alphanumeric())
        .find(|word| !word.is_empty());
    if let Some(first) = first {
        let found = search(first).unwrap().as_text().unwrap();
        assert!(found.contains(&sentence), "{found}");
    }
    assert!(search("…").unwrap_err().to_string().contains("no words"));
}

#[test]
fn a_clip_is_cut_by_the_words_that_are_said_in_it() {
    let bench = Bench::new();
    let said = bench
        .run("speech_to_text", &[("audio", Bench::voice())])
        .unwrap()
        .as_text()
        .unwrap();
    let seconds = |resource: &Resource| {
        let file = resource.files()[0];
        probe(&file.path, &file.name).unwrap().seconds
    };
    let whole = seconds(&Bench::voice());
    let sentence = cues(&said, 60.0).unwrap()[0].text();
    let word = sentence
        .split(|letter: char| !letter.is_alphanumeric())
        .find(|word| !word.is_empty())
        .expect("the tiny network writes down words")
        .to_owned();
    let trimmed = |how: &str| {
        let inputs = [
            ("audio", Bench::voice()),
            ("text", Resource::Text(word.clone())),
            ("words", Resource::Text(how.to_owned())),
        ];
        bench.run("speech_trimming", &inputs)
    };
    let kept = seconds(&trimmed("kept").unwrap());
    assert!(kept > 0.0 && kept < whole, "{kept} of {whole}");
    match trimmed("cut out") {
        Ok(cut) => assert!(seconds(&cut) < whole),
        // Where it says nothing else, nothing is left.
        Err(error) => assert!(
            error.to_string().contains("Nothing would be left"),
            "{error}"
        ),
    }
    let absent = bench.run(
        "speech_trimming",
        &[
            ("audio", Bench::voice()),
            ("text", Resource::Text("an absent word".to_owned())),
        ],
    );
    assert!(absent.unwrap_err().to_string().contains("is not said in"));
    let none = bench.run("filler_word_removal", &[("audio", Bench::voice())]);
    assert!(
        none.is_ok() || none.unwrap_err().to_string().contains("No filler words"),
        "either some are heard, or it is said that none are"
    );
}

#[test]
fn nothing_is_invented_where_nothing_sounds() {
    let bench = Bench::new();
    let path = bench.folder.path().join("silence.wav");
    write_wav(
        &AudioBuffer::silence(44_100, 2, 400_000),
        &path,
        "silence.wav",
    )
    .unwrap();
    let silence = Resource::Audio(MediaFile {
        path: path.clone(),
        name: "silence.wav".to_owned(),
    });
    let said = bench
        .run("speech_to_text", &[("audio", silence.clone())])
        .unwrap_err();
    assert!(
        said.to_string()
            .contains("No speech was found in “silence.wav”"),
        "{said}"
    );
    std::fs::write(&path, b"RIFF of nothing").unwrap();
    let said = bench
        .run_in(
            &bench.context(&Progress::default()),
            "speech_to_text",
            &[("audio", silence)],
        )
        .unwrap_err();
    assert!(
        matches!(&said, ToolError::Input(reason) if reason.contains("silence.wav")),
        "{said:?}"
    );
}
