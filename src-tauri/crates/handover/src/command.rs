//! The command line of ffmpeg that makes a timeline of the original files, as a script for a shell.

use std::fmt::Write as _;

use crate::rate::Rate;
use crate::sequence::TransitionKind;
use crate::timeline::{Clip, Timeline};

/// The speeds that one `atempo` plays without dropping samples.
const TEMPO: (f64, f64) = (0.5, 2.0);

/// The timeline as a script that writes `<its name>_by_ffmpeg.mp4`, of a sound `<its name>_by_ffmpeg.wav`:
/// `<its name>.mp4` is the result that often lies beside it. What is there is not written over.
pub fn written(timeline: &Timeline) -> String {
    let mut graph = Graph {
        timeline,
        is_seen: timeline.size().is_some(),
        is_heard: timeline.is_heard(),
        inputs: Vec::new(),
        chains: Vec::new(),
    };
    graph.lay_out();
    let name = one_line(&timeline.name);
    let mut text = format!("#!/bin/sh\n# {name}\n");
    for clip in &timeline.clips {
        for note in &clip.notes {
            let _ = writeln!(text, "# {}", one_line(note));
        }
    }
    text.push_str("ffmpeg -n");
    for (path, _) in &graph.inputs {
        let _ = write!(text, " \\\n  -i {}", quoted(path));
    }
    let _ = write!(
        text,
        " \\\n  -filter_complex '\n    {}\n  '",
        graph.chains.join(";\n    ")
    );
    if graph.is_seen {
        text.push_str(" \\\n  -map '[video]' -c:v libx264 -crf 18 -pix_fmt yuv420p");
    }
    if graph.is_heard {
        text.push_str(" \\\n  -map '[audio]'");
    }
    if graph.is_seen && graph.is_heard {
        text.push_str(" -c:a aac -b:a 192k");
    }
    let ending = if graph.is_seen { "mp4" } else { "wav" };
    let stem = name.replace(['/', '\\'], "-");
    let _ = writeln!(
        text,
        " \\\n  {}",
        quoted(&format!("./{stem}_by_ffmpeg.{ending}"))
    );
    text
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// A word as a shell takes it as it is.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The graph of filters while it is built.
struct Graph<'a> {
    timeline: &'a Timeline,
    is_seen: bool,
    is_heard: bool,
    /// Files, and up to which of its frames each has been read.
    inputs: Vec<(String, i64)>,
    chains: Vec<String>,
}

impl Graph<'_> {
    fn lay_out(&mut self) {
        let (mut runs, mut run) = (Vec::new(), Vec::new());
        let mut frames = 0;
        for (place, clip) in self.timeline.clips.iter().enumerate() {
            self.clip(place, clip);
            run.push(place);
            frames += clip.frames;
            if clip.into_next.is_some() {
                runs.push((std::mem::take(&mut run), frames, clip.into_next));
                frames = 0;
            }
        }
        runs.push((run, frames, None));
        let (mut length, mut transition) = (0, None);
        for (number, (clips, frames, into_next)) in runs.iter().enumerate() {
            self.run(number, clips);
            if let Some((kind, over)) = transition {
                length -= over;
                self.transition(number, kind, over, length);
            }
            length += frames;
            transition = *into_next;
        }
        self.ends(runs.len() - 1);
    }

    /// The number of the input that a clip reads. A file is read once from its start to its end;
    /// what lies before what was read of it needs it once more.
    fn input(&mut self, clip: &Clip) -> usize {
        let end = clip.source_start + clip.source_frames;
        let known = self
            .inputs
            .iter()
            .position(|(path, read)| *path == clip.media.path && *read <= clip.source_start);
        if let Some(known) = known {
            self.inputs[known].1 = end;
            return known;
        }
        self.inputs.push((clip.media.path.clone(), end));
        self.inputs.len() - 1
    }

    /// The chains that make `[v0]` and `[a0]` of a clip.
    fn clip(&mut self, place: usize, clip: &Clip) {
        let input = self.input(clip);
        let rate = self.timeline.rate;
        let begin = clip.media.rate.seconds_of(clip.source_start);
        let end = clip
            .media
            .rate
            .seconds_of(clip.source_start + clip.source_frames);
        let length = rate.seconds_of(clip.frames);
        let speed = clip.speed;
        if let Some((width, height)) = self.timeline.size() {
            // Between frames, so that none is lost or too many by rounding.
            let half = clip.media.rate.seconds_of(1) / 2.0;
            let from = (begin - half).max(0.0);
            self.chains.push(format!(
                "[{input}:v:0]trim=start={from:.6}:end={:.6},setpts=(PTS-STARTPTS)/{speed},fps={},\
                 scale={width}:{height}:force_original_aspect_ratio=decrease,\
                 pad={width}:{height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p,\
                 tpad=stop=2:stop_mode=clone,trim=end_frame={},settb=AVTB[v{place}]",
                end - half,
                fraction(rate),
                clip.frames
            ));
        }
        if !self.is_heard {
            return;
        }
        let chain = if clip.is_heard() {
            let mut chain = format!(
                "[{input}:a:0]atrim=start={begin:.6}:end={end:.6},asetpts=PTS-STARTPTS,\
                 aresample=48000,aformat=channel_layouts=stereo"
            );
            for tempo in tempos(speed) {
                let _ = write!(chain, ",atempo={tempo:.6}");
            }
            if clip.gain.abs() > 0.05 {
                let _ = write!(chain, ",volume={:.2}dB", clip.gain);
            }
            format!("{chain},apad=whole_dur={length:.6},atrim=end={length:.6}")
        } else {
            format!("anullsrc=r=48000:cl=stereo:d={length:.6}")
        };
        self.chains.push(format!("{chain}[a{place}]"));
    }

    /// The streams that there are, `[v0][a0]`.
    fn streams(&self, video: &str, audio: &str, number: usize) -> String {
        let mut streams = String::new();
        if self.is_seen {
            let _ = write!(streams, "[{video}{number}]");
        }
        if self.is_heard {
            let _ = write!(streams, "[{audio}{number}]");
        }
        streams
    }

    /// The chain that puts clips one after the other as `[rv0]` and `[ra0]`.
    fn run(&mut self, number: usize, clips: &[usize]) {
        let inputs: String = clips
            .iter()
            .map(|place| self.streams("v", "a", *place))
            .collect();
        let (video, audio) = (u8::from(self.is_seen), u8::from(self.is_heard));
        let made = self.streams("rv", "ra", number);
        self.chains.push(format!(
            "{inputs}concat=n={}:v={video}:a={audio}{made}",
            clips.len()
        ));
    }

    /// The chains that pass what there is over into the run of that number, as `[rv0]` and `[ra0]`
    /// once more.
    fn transition(&mut self, number: usize, kind: TransitionKind, frames: i64, at: i64) {
        let rate = self.timeline.rate;
        let (over, at) = (rate.seconds_of(frames), rate.seconds_of(at));
        let name = match kind {
            TransitionKind::Dissolve => "fade",
            TransitionKind::ThroughBlack => "fadeblack",
            TransitionKind::Wipe => "wipeleft",
        };
        let before = number - 1;
        let label = |kind: &str, number: usize| match number {
            0 => format!("[{kind}0]"),
            _ => format!("[{kind}{number}x]"),
        };
        if self.is_seen {
            self.chains.push(format!(
                "{}[rv{number}]xfade=transition={name}:duration={over:.6}:offset={at:.6}[rv{number}x]",
                label("rv", before)
            ));
        }
        if self.is_heard {
            self.chains.push(format!(
                "{}[ra{number}]acrossfade=d={over:.6}:c1=qsin:c2=qsin[ra{number}x]",
                label("ra", before)
            ));
        }
    }

    /// The chains from the last run to the ends of the graph, with what fades there.
    fn ends(&mut self, number: usize) {
        let (rate, timeline) = (self.timeline.rate, self.timeline);
        let crossed = if number > 0 { "x" } else { "" };
        let mut fades = Vec::new();
        if timeline.fade_in > 0 {
            fades.push(format!("t=in:d={:.6}", rate.seconds_of(timeline.fade_in)));
        }
        if timeline.fade_out > 0 {
            let start = rate.seconds_of(timeline.frames() - timeline.fade_out);
            let length = rate.seconds_of(timeline.fade_out);
            fades.push(format!("t=out:st={start:.6}:d={length:.6}"));
        }
        let filters = |name: &str, nothing: &str| {
            if fades.is_empty() {
                return nothing.to_owned();
            }
            let fades = fades.iter().map(|fade| format!("{name}={fade}"));
            fades.collect::<Vec<_>>().join(",")
        };
        if self.is_seen {
            let filters = filters("fade", "null");
            self.chains
                .push(format!("[rv{number}{crossed}]{filters}[video]"));
        }
        if self.is_heard {
            let filters = filters("afade", "anull");
            self.chains
                .push(format!("[ra{number}{crossed}]{filters}[audio]"));
        }
    }
}

fn fraction(rate: Rate) -> String {
    format!("{}/{}", rate.frames, rate.seconds)
}

/// The tempos that make a speed one after the other.
fn tempos(speed: f64) -> Vec<f64> {
    let (slowest, fastest) = TEMPO;
    let mut rest = speed.clamp(0.01, 100.0);
    let mut tempos = Vec::new();
    while rest > fastest {
        tempos.push(fastest);
        rest /= fastest;
    }
    while rest < slowest {
        tempos.push(slowest);
        rest /= slowest;
    }
    if (rest - 1.0).abs() > 1e-6 {
        tempos.push(rest);
    }
    tempos
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::edit;

    #[test]
    fn the_command_names_each_file_once_and_says_every_edit() {
        let text = written(&edit());
        for part in [
            "#!/bin/sh\n# Trip\n# Upscaled: “c.mp4” is the file that was made.\nffmpeg -n \\\n",
            "-i '/clips/a & b.mov' \\\n  -i '/clips/c.mp4'",
            "[0:v:0]trim=start=3.319983:end=5.321983,",
            "[1:a:0]atrim=start=1.334667:end=8.008000",
            "atempo=2.000000,volume=-6.00dB",
            "[v0][a0][v1][a1]concat=n=2:v=1:a=1[rv0][ra0]",
            "[rv0][rv1]xfade=transition=fade:duration=0.667333:offset=4.671333[rv1x]",
            "[rv1x]fade=t=out:st=7.507500:d=0.500500[video]",
            "'./Trip_by_ffmpeg.mp4'",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert_eq!(text.matches("-i '").count(), 2);
    }

    #[test]
    fn speeds_are_made_of_what_a_filter_can_do() {
        assert_eq!(tempos(1.0), Vec::<f64>::new());
        assert_eq!(tempos(3.0), [2.0, 1.5]);
        assert_eq!(tempos(0.25), [0.5, 0.5]);
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
