//! The formats that audio alone is written in.

/// How audio alone is written. AAC and MP3 at 192 kbit/s, Opus at 128 kbit/s; WAV, AIFF and CAF as samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AudioFormat {
    /// AAC in an MP4 file.
    M4a,
    /// AAC in an MP4 file, as audiobooks have it.
    M4b,
    /// AAC in an MP4 file, as ringtones of iPhones have it.
    M4r,
    /// MP3.
    Mp3,
    /// Samples as they are.
    Wav,
    /// The same in Apple's older form, the largest byte of each sample first.
    Aiff,
    /// The same in Apple's newer form, of any length.
    Caf,
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
            "m4b" => Some(Self::M4b),
            "m4r" => Some(Self::M4r),
            "mp3" => Some(Self::Mp3),
            "wav" => Some(Self::Wav),
            "aiff" | "aif" => Some(Self::Aiff),
            "caf" => Some(Self::Caf),
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
            Self::M4b => "m4b",
            Self::M4r => "m4r",
            Self::Mp3 => "mp3",
            Self::Wav => "wav",
            Self::Aiff => "aiff",
            Self::Caf => "caf",
            Self::Flac => "flac",
            Self::Ogg => "ogg",
            Self::Opus => "opus",
        }
    }

    /// Whether nothing is lost in it.
    pub fn is_lossless(self) -> bool {
        matches!(self, Self::Wav | Self::Aiff | Self::Caf | Self::Flac)
    }

    /// libav's name for its container.
    pub(super) fn muxer(self) -> &'static str {
        match self {
            Self::M4a | Self::M4b | Self::M4r => "ipod",
            other => other.extension(),
        }
    }
}
