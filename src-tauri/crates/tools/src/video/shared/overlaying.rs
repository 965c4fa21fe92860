//! Graphs of libav's filters that lay something over a video.

use patchbay_values::times::Part;

use super::composing::is_within;
use crate::shared::placing::Placing;

/// An overlay on a video.
pub(crate) struct Overlay {
    pub(crate) placing: Placing,
    /// libav's name for the matrix of the video's colours.
    pub(crate) ground_matrix: &'static str,
    /// The same of the overlay; none: it is RGB.
    pub(crate) matrix: Option<&'static str>,
    /// The parts of the video in which it is seen; none: all of it.
    pub(crate) parts: Option<Vec<Part>>,
    /// Filters that are applied before it is scaled; empty: none.
    pub(crate) prepared: String,
    /// Whether it moves: it begins with the first part and ends with its last frame. A still one
    /// stays.
    pub(crate) moves: bool,
}

impl Overlay {
    /// The graph that lays the second source over the first, alpha respected.
    pub(crate) fn graph(&self) -> String {
        let Placing {
            left,
            top,
            width,
            height,
            opacity,
        } = self.placing;
        let mut steps = Vec::new();
        if !self.prepared.is_empty() {
            steps.push(self.prepared.clone());
        }
        if self.moves {
            steps.push(format!("setpts=PTS-STARTPTS+{:.6}/TB", self.begins()));
        }
        let own = self
            .matrix
            .map_or_else(String::new, |own| format!("in_color_matrix={own}:"));
        steps.push(format!(
            "scale={width}:{height}:flags=bicubic+accurate_rnd:{own}out_color_matrix={}:out_range=tv",
            self.ground_matrix
        ));
        steps.push("format=yuva420p".to_owned());
        if opacity < 1.0 {
            steps.push(format!("lutyuv=a=val*{opacity:.4}"));
        }
        let at_end = if self.moves { "pass" } else { "repeat" };
        let enabled = self.parts.as_ref().map_or_else(String::new, |parts| {
            format!(":enable='{}'", is_within(parts))
        });
        format!(
            "[in1]{}[over];[in][over]overlay=x={left}:y={top}:eof_action={at_end}{enabled}",
            steps.join(",")
        )
    }

    /// Filters for the overlay's audio, so that it is heard while the overlay is seen; none where
    /// it is seen all the time.
    pub(crate) fn audio_filters(&self) -> Option<String> {
        let parts = self.parts.as_ref()?;
        let delay = (self.begins() * 1000.0).round();
        let silent = format!("volume=volume=0:enable='not({})'", is_within(parts));
        Some(format!("adelay=delays={delay}:all=1,{silent}"))
    }

    /// Time at which it begins, in seconds.
    fn begins(&self) -> f64 {
        let first = self.parts.as_ref().and_then(|parts| parts.first());
        first.map_or(0.0, |part| part.start)
    }
}
