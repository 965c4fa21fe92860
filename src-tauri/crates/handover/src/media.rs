//! The files that a timeline names.

use std::fmt::Write as _;

use crate::rate::Rate;

/// A file on this computer.
#[derive(Debug, Clone, PartialEq)]
pub struct Media {
    /// Its name for people.
    pub name: String,
    /// Absolute path.
    pub path: String,
    /// Frames a second of its video; of a sound those in which it is counted.
    pub rate: Rate,
    /// How long it is, in seconds.
    pub seconds: f64,
    /// Pixels across and down; none of a sound.
    pub size: Option<(u32, u32)>,
    /// Samples a second and channels of its audio; none where it has none.
    pub audio: Option<(u32, u32)>,
    /// The timecode of its first frame, where it has one.
    pub timecode: Option<String>,
}

impl Media {
    /// The number of its first frame: editing programs find a file's frames by its timecode.
    pub fn first_frame(&self) -> i64 {
        let timecode = self.timecode.as_deref();
        timecode
            .and_then(|timecode| self.rate.frame_of(timecode))
            .unwrap_or(0)
    }

    /// Whether its timecodes leave numbers out.
    pub fn drops(&self) -> bool {
        match &self.timecode {
            Some(timecode) => timecode.contains(';'),
            None => self.rate.drops(),
        }
    }

    /// Returns its number of frames, at least 1.
    pub fn frames(&self) -> i64 {
        self.rate.frame_at(self.seconds).max(1)
    }

    /// Its address: `file:///home/ada/a%20b.mp4`.
    pub fn url(&self) -> String {
        let path = self.path.replace('\\', "/");
        // Of a Windows path, `C:/a.mp4` and `//server/share/a.mp4`.
        let mut url = match path.strip_prefix("//") {
            Some(_) => "file:".to_owned(),
            None if path.starts_with('/') => "file://".to_owned(),
            None => "file:///".to_owned(),
        };
        for byte in path.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
                url.push(char::from(byte));
            } else {
                let _ = write!(url, "%{byte:02X}");
            }
        }
        url
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::media;

    #[test]
    fn addresses_hold_every_name() {
        for (path, url) in [
            ("/home/ada/a b.mp4", "file:///home/ada/a%20b.mp4"),
            ("/x/ü&#%.mov", "file:///x/%C3%BC%26%23%25.mov"),
            ("C:\\clips\\a.mp4", "file:///C:/clips/a.mp4"),
            ("\\\\nas\\share\\a.mp4", "file://nas/share/a.mp4"),
        ] {
            let file = Media {
                path: path.to_owned(),
                ..media("a.mp4", 25.0, 1.0)
            };
            assert_eq!(file.url(), url);
        }
    }

    #[test]
    fn a_file_begins_at_its_timecode() {
        let file = Media {
            timecode: Some("01:00:00;00".to_owned()),
            ..media("a.mp4", 29.97, 2.0)
        };
        assert_eq!((file.first_frame(), file.frames()), (107_892, 60));
        assert!(file.drops() && !media("a.mp4", 25.0, 1.0).drops());
    }
}
