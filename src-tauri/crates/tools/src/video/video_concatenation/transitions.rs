//! Videos that pass over into each other, their audio with them.

use patchbay_domain::{EditTransition, MediaFile};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioSource, AudioTrack, FrameSource, GraphAudio, GraphFrames, OutputFormat, VideoInput,
    VideoStream, Watch, write_joined_as,
};

use super::frames;
use super::tracks::{Row, rows, track};
use crate::ToolError;

/// The most videos that pass over into each other: all of them are open at once.
const MOST: usize = 16;
/// Default length of a transition, in seconds.
const USUAL: f64 = 1.0;
/// The name of no transition, but black and silence.
const GAP: &str = "gap";

/// Transition of videos into each other.
pub(super) struct Transition {
    /// libav's name for it.
    name: &'static str,
    /// Length in seconds; negative: time that it is black and silent between two videos.
    seconds: f64,
    /// Length of each video, in seconds.
    lengths: Vec<f64>,
}

impl Transition {
    /// The transition of that name between videos that are `lengths` long: at most half as long as
    /// the shortest of them.
    pub(super) fn new(
        name: &str,
        seconds: Option<f64>,
        lengths: Vec<f64>,
    ) -> Result<Self, ToolError> {
        if lengths.len() > MOST {
            return Err(ToolError::Refused(format!(
                "At most {MOST} videos can pass over into each other at once. Join fewer, or without a transition."
            )));
        }
        let name = match name {
            "fade through black" => "fadeblack",
            "fade through white" => "fadewhite",
            "wipe" => "wipeleft",
            "slide" => "slideleft",
            "circle" => "circleopen",
            "zoom" => "zoomin",
            _ => "fade",
        };
        let shortest = lengths.iter().copied().fold(f64::INFINITY, f64::min);
        Ok(Self {
            name,
            seconds: seconds.unwrap_or(USUAL).min(shortest / 2.0),
            lengths,
        })
    }

    /// Gap of so many seconds of black and silence between videos that are `lengths` long.
    pub(super) fn gap(seconds: f64, lengths: Vec<f64>) -> Result<Self, ToolError> {
        let transition = Self::new(GAP, None, lengths)?;
        Ok(Self {
            name: GAP,
            seconds: -seconds,
            ..transition
        })
    }

    /// Transition as steps record it; none where one only follows the other after a while.
    pub(super) fn told(&self) -> Option<EditTransition> {
        if self.name == GAP {
            return None;
        }
        let name = match self.name {
            "fadeblack" => "fade through black",
            "wipeleft" => "wipe",
            _ => "crossfade",
        };
        Some(EditTransition {
            name: name.to_owned(),
            seconds: self.seconds,
        })
    }

    /// Length of the result, in seconds.
    fn whole(&self) -> f64 {
        let overlaps = self.seconds * self.lengths.len().saturating_sub(1) as f64;
        self.lengths.iter().sum::<f64>() - overlaps
    }

    /// The graph of the frames of `[in]`, `[in1]` and so on.
    fn frames_graph(&self) -> String {
        if self.name == GAP {
            let last = self.lengths.len() - 1;
            let padded = |place: usize| {
                let (gap, label) = (-self.seconds, label(place));
                format!("{label}tpad=stop_mode=add:stop_duration={gap:.6}:color=black[p{place}];")
            };
            let padded: String = (0..last).map(padded).collect();
            let labels = (0..last).map(|place| format!("[p{place}]"));
            let labels = labels.collect::<Vec<_>>().concat();
            let count = self.lengths.len();
            return format!("{padded}{labels}{}concat=n={count}:v=1:a=0", label(last));
        }
        let mut begins = 0.0;
        let filter = |place: usize| {
            begins += self.lengths[place - 1] - self.seconds;
            let (name, seconds) = (self.name, self.seconds);
            format!("xfade=transition={name}:duration={seconds:.6}:offset={begins:.6}")
        };
        chain(self.lengths.len(), filter)
    }

    /// The graph of a track's audio: each source cut or filled up with silence to the length of its
    /// video. `is_there`: whether each video has that track.
    fn audio_graph(&self, is_there: &[bool]) -> String {
        let mut sources = Vec::new();
        let mut number = 0;
        let last = self.lengths.len() - 1;
        for (place, (length, is_there)) in self.lengths.iter().zip(is_there).enumerate() {
            let is_padded = self.name == GAP && place < last;
            let length = if is_padded {
                length - self.seconds
            } else {
                *length
            };
            let source = if *is_there {
                let label = label(number);
                number += 1;
                format!("{label}apad=whole_dur={length:.6},atrim=end={length:.6}")
            } else {
                format!("anullsrc=r=48000:cl=stereo:d={length:.6}")
            };
            sources.push(format!("{source},asetpts=N/SR/TB[s{place}]"));
        }
        if self.name == GAP {
            let labels = (0..=last).map(|place| format!("[s{place}]"));
            let labels = labels.collect::<Vec<_>>().concat();
            let count = self.lengths.len();
            return format!("{};{labels}concat=n={count}:v=0:a=1", sources.join(";"));
        }
        let seconds = self.seconds;
        let filter = |_| format!("acrossfade=d={seconds:.6}:c1=qsin:c2=qsin");
        let joined = chain(self.lengths.len(), filter);
        // Its sources are the ones that were made the right length.
        let joined = (0..self.lengths.len()).rev().fold(joined, |graph, place| {
            graph.replace(&label(place), &format!("[s{place}]"))
        });
        format!("{};{joined}", sources.join(";"))
    }

    /// Writes the videos.
    pub(super) fn write(
        &self,
        videos: &[MediaFile],
        (form, output): (&OutputFormat, &MediaFile),
        watch: &Watch,
    ) -> Result<(), MediaError> {
        let sources = frames(videos)?
            .into_iter()
            .map(|frames| -> Box<dyn FrameSource> { Box::new(frames) });
        let graph = self.frames_graph();
        let mut frames = GraphFrames::open(sources.collect(), &graph, None, self.whole(), watch)?;
        let audio_tracks = rows(videos)?
            .iter()
            .map(|row| self.audio(row, videos))
            .collect::<Result<_, _>>()?;
        let input = VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks,
        };
        write_joined_as((&output.path, &output.name), vec![input], form, None, watch).map(drop)
    }

    /// An audio track of what is joined.
    fn audio(&self, row: &Row, videos: &[MediaFile]) -> Result<AudioTrack<'static>, MediaError> {
        let tracks: Vec<Option<AudioTrack<'static>>> = videos
            .iter()
            .enumerate()
            .map(|(place, video)| track(row, place, video))
            .collect::<Result<_, _>>()?;
        let is_there: Vec<bool> = tracks.iter().map(Option::is_some).collect();
        let sources: Vec<Box<dyn AudioSource>> = tracks
            .into_iter()
            .flatten()
            .map(|track| track.source)
            .collect();
        let audio = GraphAudio::open(sources, &self.audio_graph(&is_there))?;
        Ok(AudioTrack::new(row.label.clone(), audio))
    }
}

/// The label of a source of a graph.
fn label(number: usize) -> String {
    match number {
        0 => "[in]".to_owned(),
        number => format!("[in{number}]"),
    }
}

/// A filter of two sources between each two neighbours of `count`.
fn chain(count: usize, mut filter: impl FnMut(usize) -> String) -> String {
    let filters: Vec<String> = (1..count)
        .map(|place| {
            let before = if place == 1 {
                label(0)
            } else {
                format!("[x{}]", place - 1)
            };
            let after = if place + 1 < count {
                format!("[x{place}]")
            } else {
                String::new()
            };
            format!("{before}{}{}{after}", label(place), filter(place))
        })
        .collect();
    filters.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_pass_over_where_the_videos_before_end() {
        let transition = Transition::new("wipe", Some(1.0), vec![3.0, 3.0, 4.0]).unwrap();
        assert_eq!(
            transition.frames_graph(),
            "[in][in1]xfade=transition=wipeleft:duration=1.000000:offset=2.000000[x1];\
             [x1][in2]xfade=transition=wipeleft:duration=1.000000:offset=4.000000"
        );
        assert!((transition.whole() - 8.0).abs() < 1e-9);
        let graph = transition.audio_graph(&[true, false, true]);
        assert!(
            graph.starts_with("[in]apad") && graph.contains(";[in1]apad"),
            "{graph}"
        );
        assert!(
            graph.ends_with("[x1][s2]acrossfade=d=1.000000:c1=qsin:c2=qsin"),
            "{graph}"
        );
        for (name, known) in [
            ("fade through white", "fadewhite"),
            ("slide", "slideleft"),
            ("circle", "circleopen"),
            ("zoom", "zoomin"),
        ] {
            let transition = Transition::new(name, None, vec![2.0, 2.0]).unwrap();
            assert_eq!(transition.name, known);
        }
        let short = Transition::new("crossfade", Some(9.0), vec![1.0, 5.0]).unwrap();
        assert!((short.seconds - 0.5).abs() < 1e-9);
        assert!(Transition::new("crossfade", None, vec![1.0; 40]).is_err());
    }
}
