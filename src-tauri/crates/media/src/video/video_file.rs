//! Writes a video, or several after each other: frames, decoded or made or taken over, and audio,
//! side by side in time.

use std::path::Path;

use ffmpeg_next::Rational;
use ffmpeg_next::codec::Id;

use super::Watch;
use super::audio_reader::SAMPLE_RATE;
use super::audio_tracks::AudioTrack;
use super::chapters::Chapter;
use super::frames::{Frame, FrameSource};
use super::muxer::Muxer;
use super::output_format::{Container, OutputFormat};
use super::packets::PacketReader;
use super::playing::{Form, Playing, Tail};
use super::remuxed::{Taken, holds};
use super::source::Source;
use super::spliced::SplicedPackets;
use crate::MediaError;

/// Source of a video's frames.
pub enum VideoStream<'a> {
    /// To be encoded.
    Frames(&'a mut dyn FrameSource),
    /// Taken over as they are.
    Packets(&'a mut PacketReader),
    /// Taken over, but for those around cuts: the only input of an MP4 file.
    Spliced(&'a mut SplicedPackets),
}

/// Frames and audio tracks that a video is made of.
pub struct VideoInput<'a> {
    /// Its frames.
    pub video: VideoStream<'a>,
    /// Its audio tracks, where it has any: the first is heard unless another is chosen. What goes
    /// on after the last frame is kept.
    pub audio_tracks: Vec<AudioTrack<'a>>,
}

/// Description that a written video gives of itself.
#[derive(Debug, Clone)]
pub struct Likeness<'a> {
    /// The video or image that says it, and what people know that by.
    pub file: (&'a Path, &'a str),
    /// Its chapters; none: those of the file.
    pub chapters: Option<Vec<Chapter>>,
}

impl<'a> From<(&'a Path, &'a str)> for Likeness<'a> {
    fn from(file: (&'a Path, &'a str)) -> Self {
        Self {
            file,
            chapters: None,
        }
    }
}

/// How a video was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// libav's name for the encoder of the frames, such as `libx264`; `copy` where they were taken
    /// over.
    pub encoder: &'static str,
}

/// Writes a video to `path`, which people will know as `name`: as MP4, or as MOV where packets of
/// [`PacketReader::clear_video`] are taken over. Frames and audio are pulled side by side, so that
/// memory stays bounded. A failed or cancelled run leaves no file.
pub fn write_video(
    path: &Path,
    name: &str,
    input: VideoInput,
    watch: &Watch,
) -> Result<Written, MediaError> {
    let output = OutputFormat::default();
    write(
        (path, name),
        vec![input],
        Tail::Kept,
        (&output, None),
        watch,
    )
}

/// As [`write_video`], in a way of writing, with what the video or image `like` says of itself and
/// its chapters. Packets that are taken over have to fit the container.
pub fn write_video_as(
    (path, name): (&Path, &str),
    input: VideoInput,
    output: &OutputFormat,
    like: Option<Likeness>,
    watch: &Watch,
) -> Result<Written, MediaError> {
    write((path, name), vec![input], Tail::Kept, (output, like), watch)
}

/// As [`write_video`], with videos that follow each other. Their frames have one
/// [`FrameSource::format`], or are packets of which each video's [`PacketReader::continues`] those
/// before. Each video's audio tracks are cut, or filled up with silence, to the length of its
/// frames. The first audio tracks follow each other, so do the second ones and so on; silence
/// stands for one that is missing.
pub fn write_joined(
    path: &Path,
    name: &str,
    inputs: Vec<VideoInput>,
    watch: &Watch,
) -> Result<Written, MediaError> {
    write_joined_as((path, name), inputs, &OutputFormat::default(), None, watch)
}

/// As [`write_joined`], in a way of writing, saying of itself what `like` says. Packets that are taken
/// over have to fit the container.
pub fn write_joined_as(
    (path, name): (&Path, &str),
    inputs: Vec<VideoInput>,
    output: &OutputFormat,
    like: Option<Likeness>,
    watch: &Watch,
) -> Result<Written, MediaError> {
    write((path, name), inputs, Tail::Cut, (output, like), watch)
}

fn write(
    (path, name): (&Path, &str),
    inputs: Vec<VideoInput>,
    tail: Tail,
    (output, like): (&OutputFormat, Option<Likeness>),
    watch: &Watch,
) -> Result<Written, MediaError> {
    let container = match inputs.first().map(|input| &input.video) {
        Some(VideoStream::Packets(packets)) if output.container == Container::Mp4 => {
            packets.container()?
        }
        _ => output.container.muxer(),
    };
    let mut muxer = Muxer::create(path, name, container)?;
    if let Some(Likeness {
        file: (like, like_name),
        chapters,
    }) = like
    {
        let source = Source::open(like, like_name, "video")?;
        muxer.describe_file(&source, chapters.as_deref())?;
    }
    let (mut encoder, mut expected, mut base) = ("copy", 0.0, None);
    for input in &inputs {
        expected += input.video.seconds();
        match &input.video {
            _ if base.is_some() => {}
            VideoStream::Frames(frames) => {
                let format = frames.format();
                encoder = muxer.add_video(&format, output)?;
                base = Some(Rational::new(format.time_base.0, format.time_base.1));
            }
            VideoStream::Packets(packets) => {
                let (parameters, ticks) = packets.parameters()?;
                muxer.add_copy(parameters, ticks)?;
                base = Some(ticks);
            }
            VideoStream::Spliced(packets) => {
                let (parameters, ticks) = packets.parameters();
                muxer.add_copy(parameters, ticks)?;
                base = Some(ticks);
            }
        }
    }
    let forms = audio_forms(&inputs, output, &mut muxer)?;
    muxer.begin()?;
    let base = base.unwrap_or(Rational::new(1, SAMPLE_RATE as i32));
    let mut part = Part {
        muxer,
        base,
        begins: 0.0,
        expected: expected.max(0.001),
        watch,
    };
    let mut forms: Vec<Option<Form>> = forms.into_iter().map(Some).collect();
    for VideoInput {
        video,
        audio_tracks,
    } in inputs
    {
        let mut sources = audio_tracks.into_iter().map(|track| track.source);
        let playing = forms.iter_mut().enumerate().map(|(number, form)| {
            // Packets are taken over of a single input only.
            let form = match form {
                Some(Form::Encoded(number)) => Form::Encoded(*number),
                packed => packed.take().unwrap_or(Form::Encoded(number)),
            };
            match sources.next() {
                Some(source) => Playing::of(form, source, tail),
                None => Playing::silence(number),
            }
        });
        part.write(video, playing.collect())?;
    }
    part.muxer.finish()?;
    watch.at(1.0)?;
    tracing::debug!(encoder, name, "film written");
    Ok(Written { encoder })
}

/// Adds a track for each audio track of the inputs, the first ones in one and so on. Packets are taken
/// over where there is one input, nothing changes them and the container holds them.
fn audio_forms(
    inputs: &[VideoInput],
    output: &OutputFormat,
    muxer: &mut Muxer,
) -> Result<Vec<Form>, MediaError> {
    let Some(encoder) = output.container.audio_encoder() else {
        return Ok(Vec::new());
    };
    let encoder = (encoder, output.audio_bit_rate);
    if let [input] = inputs {
        let add = |track: &AudioTrack| {
            let packed = track.packed(|source, id| takes(output.container, source, id))?;
            Playing::form(packed, track, encoder, muxer)
        };
        return input.audio_tracks.iter().map(add).collect();
    }
    let most = inputs.iter().map(|input| input.audio_tracks.len()).max();
    let add = |number: usize| {
        let all = || {
            inputs
                .iter()
                .filter_map(|input| input.audio_tracks.get(number))
        };
        let label = all().next().map(|track| track.label.clone());
        let is_mono = all().all(|track| track.source.is_mono());
        let number = muxer.add_audio(encoder, is_mono, &label.unwrap_or_default())?;
        Ok(Form::Encoded(number))
    };
    (0..most.unwrap_or(0)).map(add).collect()
}

/// Whether a container takes audio over that is packed so in that source: what plays everywhere, or
/// what the source's own container holds.
fn takes(container: Container, source: &Source, id: Id) -> bool {
    let is_packed_alike = source.is_container("mov") || source.is_container("matroska");
    let is_own = source.is_container(match container {
        Container::Mkv | Container::WebM => "matroska",
        _ => "mov",
    });
    let taken = if is_own {
        Taken::Everything
    } else {
        Taken::Playable
    };
    container != Container::Avi && is_packed_alike && holds(container, taken, id)
}

impl VideoStream<'_> {
    /// About how long they are, in seconds.
    fn seconds(&self) -> f64 {
        match self {
            Self::Frames(frames) => frames.expected_seconds(),
            Self::Packets(packets) => packets.seconds(),
            Self::Spliced(packets) => packets.seconds(),
        }
    }
}

/// One input after others in a file.
struct Part<'a, 'w> {
    muxer: Muxer,
    /// The ticks of the file's frames.
    base: Rational,
    /// Start in seconds.
    begins: f64,
    /// How long the whole is going to be, in seconds.
    expected: f64,
    watch: &'a Watch<'w>,
}

impl Part<'_, '_> {
    fn write(
        &mut self,
        mut video: VideoStream,
        mut audio_tracks: Vec<Playing>,
    ) -> Result<(), MediaError> {
        // The time in seconds up to which there are frames; `more_video`: whether more come.
        let (mut video_end, mut more_video) = (0.0, true);
        loop {
            let wanted = |track: &Playing| track.is_wanted(more_video, video_end);
            let pending = audio_tracks.iter_mut().filter(|track| wanted(track));
            let behind = pending.min_by(|a, b| a.audio_end.total_cmp(&b.audio_end));
            let audio_end = behind
                .as_ref()
                .map_or(video_end, |track| track.audio_end.max(video_end));
            let reached = if more_video { video_end } else { audio_end };
            self.watch
                .at(((self.begins + reached) / self.expected).min(0.99))?;
            match behind {
                Some(track) if !more_video || track.audio_end < video_end => {
                    track.go_on(&mut self.muxer, self.watch)?;
                }
                _ if more_video => match self.write_next_frame(&mut video)? {
                    Some(ends) => video_end = ends,
                    None => more_video = false,
                },
                _ => break,
            }
        }
        for track in audio_tracks {
            track.end(video_end, &mut self.muxer, self.watch)?;
        }
        self.begins += video_end;
        Ok(())
    }

    /// Writes the next frame; answers when it ends, in seconds from the start of its video.
    fn write_next_frame(&mut self, video: &mut VideoStream) -> Result<Option<f64>, MediaError> {
        let after = (self.begins / f64::from(self.base)).round() as i64;
        match video {
            VideoStream::Frames(frames) => {
                let Some(frame) = frames.next_frame(self.watch)? else {
                    return Ok(None);
                };
                let ends = frames.format().seconds(frame.time + frame.duration);
                self.muxer.write_frame(Frame {
                    time: frame.time + after,
                    ..frame
                })?;
                Ok(Some(ends))
            }
            VideoStream::Packets(packets) => {
                let Some((mut packet, _)) = packets.next_packet()? else {
                    return Ok(None);
                };
                packet.rescale_ts(packets.base()?, self.base);
                packet.set_pts(packet.pts().map(|time| time + after));
                packet.set_dts(packet.dts().map(|time| time + after));
                self.muxer.copy(0, &mut packet)?;
                Ok(Some(packets.ends()?))
            }
            VideoStream::Spliced(packets) => {
                let Some(mut packet) = packets.next_packet(self.watch)? else {
                    return Ok(None);
                };
                self.muxer.copy(0, &mut packet)?;
                Ok(Some(packets.ends()))
            }
        }
    }
}
