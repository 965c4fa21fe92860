//! Label that a track gives itself.

use ffmpeg_next::{Dictionary, Stream};

/// Parts of the names that programs give to handlers.
const OWN_NAMES: [&str; 3] = ["Handler", "Core Media", "ISO Media"];

/// Label that an audio track gives itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackLabel {
    /// Its language as its file has it, such as `deu`; none where it says none.
    pub language: Option<String>,
    /// Its title, such as `Commentary`.
    pub title: Option<String>,
}

impl TrackLabel {
    /// Reads the label of a stream.
    pub(super) fn of(stream: &Stream) -> Self {
        let metadata = stream.metadata();
        let said = |key: &str| {
            metadata
                .get(key)
                .map(str::trim)
                .filter(|said| !said.is_empty())
                .map(str::to_owned)
        };
        // An MP4 has the title as the name of a handler, which programs fill with a name of their
        // own where there is none.
        let named =
            || said("handler_name").filter(|name| !OWN_NAMES.iter().any(|own| name.contains(own)));
        Self {
            language: said("language").filter(|language| language != "und"),
            title: said("title").or_else(named),
        }
    }

    /// The same, for a stream of a new file.
    pub(super) fn metadata(&self) -> Dictionary<'static> {
        let said = [
            ("language", &self.language),
            ("title", &self.title),
            ("handler_name", &self.title),
        ];
        said.into_iter()
            .filter_map(|(key, said)| Some((key, said.as_deref()?)))
            .collect()
    }
}
