//! Whether the pieces of a video or audio clip that was split are those that values ask for, and
//! whether videos that were joined are whole.

use patchbay_domain::{Resource, Tool};
use patchbay_values::times::{Moments, clock};

use super::lengths::seconds;
use super::{LENIENCE, SHARE};
use crate::Inputs;

/// Default length of a transition, in seconds.
const USUAL: f64 = 1.0;

/// Number of pieces that values ask for, or their total length, and what was made, in words, where
/// they differ. A tool that takes `count` or `times` and gives several files splits.
pub(super) fn differ(tool: &Tool, inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let splits = tool.parameter("times").is_some() && tool.parameter("count").is_some();
    let kind = result.resource_type();
    let files = result.files();
    // Parts that are named are not all of it.
    if !splits || inputs.value("parts").is_some() || !matches!(result, Resource::Several { .. }) {
        return None;
    }
    let times = inputs
        .value("times")
        .and_then(|times| Moments::read(&times));
    let count = inputs.value("count").and_then(|count| count.parse().ok());
    let asked = count.filter(|_: &usize| times.is_none() && inputs.value("every").is_none());
    if let Some(asked) = asked
        && asked != files.len()
    {
        return Some((format!("{asked} parts"), files.len().to_string()));
    }
    let given = inputs.media().find_map(seconds)?;
    // Each channel or track is as long as all of them.
    let given = match inputs.value("by").as_deref() {
        Some("channels" | "tracks") => given * files.len() as f64,
        _ => given,
    };
    let pieces = files
        .iter()
        .filter_map(|file| seconds(&Resource::several(kind.clone(), vec![(*file).clone()])));
    let made: f64 = pieces.sum();
    let lenience = LENIENCE * (1 + files.len()) as f64;
    ((made - given).abs() > lenience).then(|| {
        (
            format!("parts that are {} together", clock(given)),
            format!("some that are {}", clock(made)),
        )
    })
}

/// Length that joined videos are to have, and the one made, in words, where they differ. A tool
/// that takes videos and a `transition` joins; each one is at most so long as is asked for.
pub(super) fn joined_differ(
    tool: &Tool,
    inputs: &Inputs,
    result: &Resource,
) -> Option<(String, String)> {
    tool.parameter("transition")?;
    let lengths: Vec<f64> = inputs
        .videos()
        .filter_map(|video| seconds(&Resource::Video(video.clone())))
        .collect();
    if lengths.is_empty() {
        return None;
    }
    let gap: f64 = inputs
        .value("gap")
        .and_then(|gap| gap.parse().ok())
        .unwrap_or(0.0);
    let gaps = gap * lengths.len().saturating_sub(1) as f64;
    let (all, made): (f64, f64) = (lengths.iter().sum(), seconds(result)? - gaps);
    let each = inputs.value("transition").map_or(0.0, |_| {
        let set = inputs.value("transition_length");
        set.and_then(|set| set.parse().ok()).unwrap_or(USUAL)
    });
    (!is_whole(&lengths, each, made)).then(|| (format!("{} of them all", clock(all)), clock(made)))
}

/// Whether what is `made` seconds long can be videos of these lengths after each other, each two of
/// them one over the other for `overlap` seconds at most.
fn is_whole(lengths: &[f64], overlap: f64, made: f64) -> bool {
    let all: f64 = lengths.iter().sum();
    let overlaps = overlap * lengths.len().saturating_sub(1) as f64;
    let lenience = LENIENCE * lengths.len() as f64 + SHARE * all;
    made > all - overlaps - lenience && made < all + lenience
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{MediaFile, ResourceType};
    use patchbay_media::audio::{AudioBuffer, write_wav};

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn parts_of_another_number_or_length_are_no_result() {
        let (_context, folder) = context();
        let audio = |name: &str, seconds: usize| {
            let file = MediaFile {
                path: folder.path().join(name),
                name: name.to_owned(),
            };
            let silence = AudioBuffer::silence(8000, 1, 8000 * seconds);
            write_wav(&silence, &file.path, name).unwrap();
            file
        };
        let tool: Tool = serde_json::from_str(
            r#"{"name": "split_it", "args": [], "returns": "audio", "parameters": [
                {"name": "times", "kind": "times"}, {"name": "count", "kind": "count"}]}"#,
        )
        .unwrap();
        let whole = Resource::Audio(audio("whole.wav", 6));
        let parts = |lengths: &[usize]| {
            let files = lengths
                .iter()
                .enumerate()
                .map(|(index, seconds)| audio(&format!("{index}.wav"), *seconds));
            Resource::several(ResourceType::AUDIO, files.collect())
        };
        let given = inputs([("audio", whole), ("count", Resource::Text("2".to_owned()))]);
        assert_eq!(differ(&tool, &given, &parts(&[3, 3])), None);
        let (asked, made) = differ(&tool, &given, &parts(&[2, 2, 2])).unwrap();
        assert_eq!((asked.as_str(), made.as_str()), ("2 parts", "3"));
        let (_, made) = differ(&tool, &given, &parts(&[3, 1])).unwrap();
        assert!(made.contains("4 s"), "{made}");
        let by_channels = inputs([
            ("audio", Resource::Audio(audio("stereo.wav", 6))),
            ("by", Resource::Text("channels".to_owned())),
        ]);
        assert_eq!(differ(&tool, &by_channels, &parts(&[6, 6])), None);
        assert!(differ(&tool, &by_channels, &parts(&[3, 3])).is_some());
    }

    #[test]
    fn joined_videos_are_as_long_as_they_are_together_but_for_their_overlaps() {
        let lengths = [10.0, 20.0, 30.0];
        assert!(is_whole(&lengths, 0.0, 60.2) && !is_whole(&lengths, 0.0, 50.0));
        assert!(is_whole(&lengths, 2.0, 56.0) && !is_whole(&lengths, 2.0, 50.0));
        assert!(!is_whole(&lengths, 2.0, 90.0));
    }
}
