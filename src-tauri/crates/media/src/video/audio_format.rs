//! The formats that audio alone is written in.

/// How audio alone is written. AAC and MP3 at 192 kbit/s, Opus at 128 kbit/s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AudioFormat {
    /// AAC in an MP4 file.
    M4a,
    /// MP3.
    Mp3,
    /// 16-bit samples as they are.
    Wav,
    /// FLAC: smaller than WAV, and nothing is lost.
    Flac,
    /// Vorbis in an Ogg file.
    Ogg,
    /// Opus in an Ogg file.
    Opus,
}

impl AudioFormat {
    /// The format of files with that ending; none where it is not written here.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "m4a" => Some(Self::M4a),
            "mp3" => Some(Self::Mp3),
            "wav" => Some(Self::Wav),
            "flac" => Some(Self::Flac),
            "ogg" => Some(Self::Ogg),
            "opus" => Some(Self::Opus),
            _ => None,
        }
    }

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::M4a => "m4a",
            Self::Mp3 => "mp3",
            Self::Wav => "wav",
            Self::Flac => "flac",
            Self::Ogg => "ogg",
            Self::Opus => "opus",
        }
    }

    /// Whether nothing is lost in it.
    pub fn is_lossless(self) -> bool {
        matches!(self, Self::Wav | Self::Flac)
    }

    /// libav's name for its container.
    pub(super) fn muxer(self) -> &'static str {
        match self {
            Self::M4a => "ipod",
            other => other.extension(),
        }
    }
}
