//! Audio that is made for a video is as long as the video, and what a value gives a length has that
//! length.

use crate::support::{Bench, subtask};
use patchbay_domain::{MediaFile, Resource, RunStatus};
use patchbay_engine::Report;
use patchbay_tool_api::{Context, Inputs, ToolError};

fn write(context: &Context, name: &str, content: &str) -> Result<MediaFile, ToolError> {
    let file = context.output(name, None, "bin");
    std::fs::write(&file.path, content).map_err(|error| ToolError::Failed(error.to_string()))?;
    Ok(file)
}

/// Tools whose files hold the length that they were asked for.
fn bench() -> Bench {
    let mut bench = Bench::new();
    let asked = |context: &Context| {
        context
            .target_seconds
            .map_or("any".to_owned(), |seconds| seconds.to_string())
    };
    let audio = move |_: &Inputs, context: &Context| {
        Ok(Resource::Audio(write(context, "sound", &asked(context))?))
    };
    let video = |_: &Inputs, context: &Context| {
        let seconds = context.target_seconds.unwrap_or(3.0);
        Ok(Resource::Video(write(
            context,
            "film",
            &seconds.to_string(),
        )?))
    };
    let cut = |_: &Inputs, context: &Context| Ok(Resource::Video(write(context, "cut", "4")?));
    bench.tool("text_to_music: text text -> audio", audio);
    bench.tool("audio_effects: audio audio, text text -> audio", audio);
    bench.tool("video_to_audio: video video -> audio", audio);
    bench.tool("video_trimming: video video, text text -> video", cut);
    bench.tool(
        "image_audio_to_video: image image, audio audio -> video",
        video,
    );
    bench.tool("dub_video: video video, audio audio -> video", cut);
    bench
}

async fn asked_for(solutions: &[&[&str]]) -> (Report, Vec<(String, String)>) {
    let bench = bench();
    let clip = Resource::Video(bench.file("clip.mp4", "9.5"));
    let photo = Resource::image(bench.file("photo.jpg", ""));
    let voice = Resource::Audio(bench.file("voice.wav", ""));
    let subtasks = solutions
        .iter()
        .enumerate()
        .map(|(id, solution)| subtask(id, &[solution]))
        .collect();
    let job = bench.job(
        subtasks,
        &[
            ("clip.mp4", clip),
            ("photo.jpg", photo),
            ("voice.wav", voice),
        ],
    );
    let report = bench.run(job).await;
    assert_eq!(report.status, RunStatus::Done);
    let tools: Vec<_> = bench
        .outlet
        .kept
        .lock()
        .unwrap()
        .iter()
        .map(|record| record.tool.clone())
        .collect();
    let mut lengths = Vec::new();
    for (number, tool) in tools.into_iter().enumerate() {
        let path = bench.folder.path().join(format!("kept/made-{number}-0"));
        lengths.push((tool, std::fs::read_to_string(path).unwrap()));
    }
    (report, lengths)
}

fn of(lengths: &[(String, String)], tool: &str) -> Vec<String> {
    lengths
        .iter()
        .filter(|(name, _)| name == tool)
        .map(|(_, length)| length.clone())
        .collect()
}

#[tokio::test]
async fn music_is_as_long_as_the_video_that_it_goes_under() {
    let solution: &[&str] = &[
        "text_to_music text=calm -> <GEN>-0-0",
        "audio_effects audio=<GEN>-0-0 text=fade -> <GEN>-0-1",
        "dub_video video=clip.mp4 audio=<GEN>-0-1 -> <GEN>-0",
    ];
    let (_, lengths) = asked_for(&[solution]).await;
    assert_eq!(of(&lengths, "text_to_music"), ["9.5"]);
    assert_eq!(
        of(&lengths, "audio_effects"),
        ["9.5"],
        "also on the way to it"
    );
}

#[tokio::test]
async fn music_waits_for_a_video_that_is_made_first() {
    let cut: &[&str] = &["video_trimming video=clip.mp4 text=0-4 -> <GEN>-0"];
    let dub: &[&str] = &[
        "text_to_music text=calm -> <GEN>-1-0",
        "dub_video video=<GEN>-0 audio=<GEN>-1-0 -> <GEN>-1",
    ];
    let (_, lengths) = asked_for(&[cut, dub]).await;
    assert_eq!(
        of(&lengths, "text_to_music"),
        ["4"],
        "the film itself knows best"
    );
}

#[tokio::test]
async fn a_video_made_from_the_audio_is_not_waited_for() {
    let solution: &[&str] = &[
        "text_to_music text=calm -> <GEN>-0-0",
        "image_audio_to_video image=photo.jpg audio=<GEN>-0-0 -> <GEN>-0-1",
        "dub_video video=<GEN>-0-1 audio=<GEN>-0-0 -> <GEN>-0",
    ];
    let (_, lengths) = asked_for(&[solution]).await;
    assert_eq!(of(&lengths, "text_to_music"), ["any"]);
    // Each of two audio clips goes under a video that is made from the other.
    let solution: &[&str] = &[
        "text_to_music text=one -> <GEN>-0-0",
        "text_to_music text=two -> <GEN>-0-1",
        "image_audio_to_video image=photo.jpg audio=<GEN>-0-0 -> <GEN>-0-2",
        "image_audio_to_video image=photo.jpg audio=<GEN>-0-1 -> <GEN>-0-3",
        "dub_video video=<GEN>-0-2 audio=<GEN>-0-1 -> <GEN>-0-4",
        "dub_video video=<GEN>-0-3 audio=<GEN>-0-0 -> <GEN>-0",
    ];
    let (_, lengths) = asked_for(&[solution]).await;
    let mut asked = of(&lengths, "text_to_music");
    asked.sort();
    assert_eq!(asked, ["3", "any"], "one of them has to be first");
}

#[tokio::test]
async fn audio_taken_out_of_a_video_keeps_its_own_length() {
    let solution: &[&str] = &[
        "video_trimming video=clip.mp4 text=0-4 -> <GEN>-0-0",
        "video_to_audio video=clip.mp4 -> <GEN>-0-1",
        "dub_video video=<GEN>-0-0 audio=<GEN>-0-1 -> <GEN>-0",
    ];
    let (_, lengths) = asked_for(&[solution]).await;
    assert_eq!(of(&lengths, "video_to_audio"), ["any"]);
}

#[tokio::test]
async fn a_value_gives_the_length_of_what_is_made_from_nothing_that_has_one() {
    let solution: &[&str] = &[
        "audio_effects audio=voice.wav text=louder length=5 -> <GEN>-0-0",
        "image_audio_to_video image=photo.jpg audio=<GEN>-0-0 length=5 -> <GEN>-0",
    ];
    let (_, lengths) = asked_for(&[solution]).await;
    assert_eq!(of(&lengths, "image_audio_to_video"), ["5"]);
    assert_eq!(of(&lengths, "audio_effects"), ["any"]);
}
