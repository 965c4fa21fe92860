//! `OpenTimelineIO`: `Timeline.1` with `Clip.2`, as Resolve, Premiere, Kdenlive and Blender read it.
//!
//! <https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema.html>

use serde_json::{Value, json};

use crate::media::Media;
use crate::rate::Rate;
use crate::timeline::{Clip, Shown, Timeline};

/// The timeline as a file's text. A clip's range is as long as it is on the timeline; where it is
/// faster than its file, a time warp says so.
pub fn written(timeline: &Timeline) -> String {
    let mut tracks = Vec::new();
    if timeline.size().is_some() {
        tracks.push(track(timeline, "Video"));
    }
    if timeline.is_heard() {
        tracks.push(track(timeline, "Audio"));
    }
    let whole = json!({
        "OTIO_SCHEMA": "Timeline.1",
        "metadata": {},
        "name": timeline.name,
        "global_start_time": null,
        "tracks": {
            "OTIO_SCHEMA": "Stack.1",
            "metadata": {},
            "name": "tracks",
            "source_range": null,
            "effects": [],
            "markers": [],
            "enabled": true,
            "children": tracks,
        },
    });
    format!("{whole:#}\n")
}

fn time(value: f64, rate: Rate) -> Value {
    json!({ "OTIO_SCHEMA": "RationalTime.1", "rate": rate.per_second(), "value": value })
}

fn range(start: i64, frames: f64, rate: Rate) -> Value {
    json!({
        "OTIO_SCHEMA": "TimeRange.1",
        "start_time": time(start as f64, rate),
        "duration": time(frames, rate),
    })
}

fn track(timeline: &Timeline, kind: &str) -> Value {
    let mut children = Vec::new();
    if timeline.fade_in > 0 {
        children.push(transition("fade in", 0, timeline.fade_in, timeline.rate));
    }
    for (clip, shown) in timeline.clips.iter().zip(timeline.shown()) {
        let is_there = kind == "Video" || clip.is_heard();
        children.push(if is_there {
            self::clip(clip, shown, kind, timeline.rate)
        } else {
            gap(shown.frames, timeline.rate)
        });
        if let Some((_, before, behind)) = shown.into_next {
            children.push(transition("dissolve", before, behind, timeline.rate));
        }
    }
    if timeline.fade_out > 0 {
        children.push(transition("fade out", timeline.fade_out, 0, timeline.rate));
    }
    json!({
        "OTIO_SCHEMA": "Track.1",
        "metadata": {},
        "name": kind,
        "kind": kind,
        "source_range": null,
        "effects": [],
        "markers": [],
        "enabled": true,
        "children": children,
    })
}

fn transition(name: &str, before: i64, behind: i64, rate: Rate) -> Value {
    json!({
        "OTIO_SCHEMA": "Transition.1",
        "metadata": {},
        "name": name,
        "transition_type": "SMPTE_Dissolve",
        "in_offset": time(before as f64, rate),
        "out_offset": time(behind as f64, rate),
    })
}

fn gap(frames: i64, rate: Rate) -> Value {
    json!({
        "OTIO_SCHEMA": "Gap.1",
        "metadata": {},
        "name": "",
        "source_range": range(0, frames as f64, rate),
        "effects": [],
        "markers": [],
        "enabled": true,
    })
}

fn clip(clip: &Clip, shown: Shown, kind: &str, rate: Rate) -> Value {
    let media = &*clip.media;
    let start = media.first_frame() + shown.source_start;
    // In the file's own frames where it plays as it is, so that they are whole.
    let frames = if clip.is_even() {
        shown.source_frames as f64
    } else {
        shown.frames as f64 * media.rate.per_second() / rate.per_second()
    };
    let mut effects = Vec::new();
    if !clip.is_even() {
        effects.push(json!({
            "OTIO_SCHEMA": "LinearTimeWarp.1",
            "metadata": {},
            "name": "speed",
            "effect_name": "LinearTimeWarp",
            "enabled": true,
            "time_scalar": clip.speed,
        }));
    }
    let notes = clip.all_notes();
    let markers = notes
        .iter()
        .filter(|_| kind == "Video" || media.size.is_none());
    let markers: Vec<Value> = markers
        .map(|note| marker(note, start, media.rate))
        .collect();
    json!({
        "OTIO_SCHEMA": "Clip.2",
        "metadata": { "patchbay": { "gain_db": clip.gain } },
        "name": media.name,
        "source_range": range(start, frames, media.rate),
        "effects": effects,
        "markers": markers,
        "enabled": true,
        "media_references": { "DEFAULT_MEDIA": reference(media) },
        "active_media_reference_key": "DEFAULT_MEDIA",
    })
}

fn marker(note: &str, start: i64, rate: Rate) -> Value {
    json!({
        "OTIO_SCHEMA": "Marker.2",
        "metadata": {},
        "name": note,
        "color": "YELLOW",
        "comment": note,
        "marked_range": range(start, 1.0, rate),
    })
}

fn reference(media: &Media) -> Value {
    json!({
        "OTIO_SCHEMA": "ExternalReference.1",
        "metadata": {},
        "name": media.name,
        "available_range": range(media.first_frame(), media.frames() as f64, media.rate),
        "available_image_bounds": null,
        "target_url": media.url(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::testing::edit;

    /// A time in whole frames.
    fn value(time: &Value) -> i64 {
        let value = time["value"].as_f64().expect("a number");
        assert!(value.fract().abs() < 1e-9, "{value}");
        value as i64
    }

    #[test]
    fn clips_name_the_files_and_are_exact_to_the_frame() {
        let timeline: Value = serde_json::from_str(&written(&edit())).expect("JSON");
        assert_eq!(timeline["OTIO_SCHEMA"], "Timeline.1");
        let tracks = timeline["tracks"]["children"].as_array().expect("tracks");
        let kinds: Vec<_> = tracks.iter().map(|track| &track["kind"]).collect();
        assert_eq!(kinds, ["Video", "Audio"]);
        let items = tracks[0]["children"].as_array().expect("items");
        let schemas: Vec<_> = items.iter().map(|item| &item["OTIO_SCHEMA"]).collect();
        assert_eq!(
            schemas,
            ["Clip.2", "Clip.2", "Transition.1", "Clip.2", "Transition.1"]
        );
        let first = &items[0];
        let media = &first["media_references"]["DEFAULT_MEDIA"];
        assert_eq!(media["target_url"], "file:///clips/a%20%26%20b.mov");
        assert_eq!(value(&media["available_range"]["start_time"]), 107_892);
        assert_eq!(value(&first["source_range"]["start_time"]), 107_992);
        assert_eq!(value(&first["source_range"]["duration"]), 60);
        let rate = first["source_range"]["duration"]["rate"].as_f64();
        assert!((rate.expect("a rate") - 30_000.0 / 1001.0).abs() < 1e-9);
        assert_eq!(value(&items[2]["in_offset"]), 10);
        assert_eq!(value(&items[4]["in_offset"]), 15);
        assert_eq!(value(&items[4]["out_offset"]), 0);
        let fast = &items[3];
        assert_eq!(fast["effects"][0]["time_scalar"], 2.0);
        assert_eq!(value(&fast["source_range"]["duration"]), 90);
        assert_eq!(fast["markers"].as_array().expect("markers").len(), 2);
        let whole: i64 = items
            .iter()
            .map(|item| {
                item.get("source_range")
                    .map_or(0, |range| value(&range["duration"]))
            })
            .sum();
        assert_eq!(whole, edit().frames());
    }
}
