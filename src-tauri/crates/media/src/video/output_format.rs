//! How a video is written: its container, its codecs and how many bits they may take.

/// A container that videos are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Container {
    /// MP4 with H.264 and AAC: plays everywhere.
    #[default]
    Mp4,
    /// `QuickTime` with H.264 and AAC.
    Mov,
    /// Matroska with H.264 and AAC.
    Mkv,
    /// `WebM` with VP9 and Opus.
    WebM,
    /// AVI with MPEG-4 Visual and MP3, at a constant frame rate.
    Avi,
    /// An animated GIF, without audio.
    Gif,
}

impl Container {
    const ALL: [Self; 6] = [
        Self::Mp4,
        Self::Mov,
        Self::Mkv,
        Self::WebM,
        Self::Avi,
        Self::Gif,
    ];

    /// The container of files with that ending; none where it is not written here.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|container| container.extension() == extension)
    }

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Mp4 => "mp4",
            Self::Mov => "mov",
            Self::Mkv => "mkv",
            Self::WebM => "webm",
            Self::Avi => "avi",
            Self::Gif => "gif",
        }
    }

    /// Whether it holds whatever an MP4 holds of frames and audio.
    pub fn holds_mp4(self) -> bool {
        matches!(self, Self::Mp4 | Self::Mov | Self::Mkv)
    }

    /// Whether it is written with that codec here.
    pub fn takes(self, codec: Codec) -> bool {
        match codec {
            Codec::Usual => true,
            Codec::H264 | Codec::Hevc => self.holds_mp4(),
            Codec::Vp9 | Codec::Av1 => matches!(self, Self::WebM | Self::Mkv | Self::Mp4),
        }
    }

    /// libav's name for it.
    pub(super) fn muxer(self) -> &'static str {
        match self {
            Self::Mkv => "matroska",
            other => other.extension(),
        }
    }

    /// libav's name for the encoder of its audio; none where it holds none.
    pub(super) fn audio_encoder(self) -> Option<&'static str> {
        match self {
            Self::Mp4 | Self::Mov | Self::Mkv => Some("aac"),
            Self::WebM => Some("libopus"),
            Self::Avi => Some("libmp3lame"),
            Self::Gif => None,
        }
    }
}

/// How good frames are to look where no number of bits is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quality {
    /// A small file; a difference is seen where one looks for it.
    Small,
    /// No difference is seen at normal distance.
    #[default]
    Normal,
    /// Good enough to be worked on further.
    High,
}

/// Codec that packs frames where a container leaves a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Codec {
    /// The container's own: H.264 in MP4, MOV and Matroska, VP9 in `WebM`, MPEG-4 in AVI.
    #[default]
    Usual,
    /// H.264: plays everywhere.
    H264,
    /// HEVC: as good with about two thirds of the bits, but not every browser and older computer
    /// plays it.
    Hevc,
    /// VP9: what browsers play, `WebM` holds and Telegram's stickers are made of.
    Vp9,
    /// AV1: as good with about half the bits of H.264, and slow to make.
    Av1,
}

impl Codec {
    /// Those that have names, with what people and libav call them.
    const NAMES: [(Self, &str, &str); 4] = [
        (Self::H264, "H.264", "h264"),
        (Self::Hevc, "HEVC", "hevc"),
        (Self::Vp9, "VP9", "vp9"),
        (Self::Av1, "AV1", "av1"),
    ];

    /// The codec that people or libav call so; none where it is not written here.
    pub fn named(name: &str) -> Option<Self> {
        let is_it = |(_, called, own): &&(Self, &str, &str)| *called == name || *own == name;
        Self::NAMES.iter().find(is_it).map(|(codec, ..)| *codec)
    }

    /// libav's name for it; empty for the container's own.
    pub fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(codec, ..)| *codec == self);
        found.map_or("", |(_, _, own)| own)
    }

    /// Returns its name for people.
    pub fn title(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(codec, ..)| *codec == self);
        found.map_or("the usual codec", |(_, called, _)| called)
    }
}

/// How a video is written. The default is what every result is written as unless something else is
/// asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OutputFormat {
    /// The container, which tells the usual codecs.
    pub container: Container,
    /// Codec of the frames.
    pub codec: Codec,
    /// How good frames are to look.
    pub quality: Quality,
    /// Bits a second that frames are to take on average; none: as many as their quality needs.
    pub bit_rate: Option<u32>,
    /// Bits a second that frames may take at most over a few seconds.
    pub limit: Option<u32>,
    /// Bits a second of each audio track.
    pub audio_bit_rate: u32,
    /// Whether frames have an alpha channel that is kept, which `WebM` can hold.
    pub is_clear: bool,
}

impl Default for OutputFormat {
    fn default() -> Self {
        Self {
            container: Container::default(),
            codec: Codec::default(),
            quality: Quality::default(),
            bit_rate: None,
            limit: None,
            audio_bit_rate: 192_000,
            is_clear: false,
        }
    }
}

impl OutputFormat {
    /// The usual way of writing a container.
    pub fn of(container: Container) -> Self {
        Self {
            container,
            ..Self::default()
        }
    }
}

impl Quality {
    /// An encoder's number for quality, of which a smaller one means better, from its usual one.
    pub(super) fn number(self, usual: u32) -> u32 {
        match self {
            Self::Small => usual + usual / 4,
            Self::Normal => usual,
            Self::High => usual - usual / 5,
        }
    }

    /// Returns the number of bits as a multiple of the usual.
    pub(super) fn share(self) -> f64 {
        match self {
            Self::Small => 0.5,
            Self::Normal => 1.0,
            Self::High => 1.8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_are_known_by_their_endings() {
        for container in Container::ALL {
            assert_eq!(
                Container::of_extension(container.extension()),
                Some(container)
            );
        }
        assert_eq!(Container::of_extension("wmv"), None);
    }

    #[test]
    fn a_better_quality_is_a_smaller_number_and_more_bits() {
        let numbers = [Quality::High, Quality::Normal, Quality::Small].map(|one| one.number(20));
        assert_eq!(numbers, [16, 20, 25]);
        assert!(Quality::High.share() > 1.0 && Quality::Small.share() < 1.0);
    }
}
