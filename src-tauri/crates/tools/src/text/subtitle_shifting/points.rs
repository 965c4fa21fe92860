//! Two subtitles' times as they are and as they have to be: all others come between them.

use patchbay_values::times::duration;

use crate::ToolError;
use crate::shared::subtitles::retimed::Line;

/// Between the time that a subtitle has and the one that it should have.
const TO: &str = " to ";

/// Change of times by which one or two come when they should: `0:02 to 0:03, 1:40 to 1:45`.
///
/// # Errors
/// They are no such points, or cannot be reached: a sentence.
pub(super) fn line(text: &str) -> Result<Line, ToolError> {
    let point = |text: &str| {
        let (is, should) = text.trim().split_once(TO)?;
        let time = |text: &str| match text.trim() {
            "0" | "0:00" | "0:00:00" => Some(0.0),
            text => duration(text),
        };
        Some((time(is)?, time(should)?))
    };
    let points: Option<Vec<(f64, f64)>> = text.split(',').map(point).collect();
    let refused = |sentence: String| Err(ToolError::Refused(sentence));
    match points.as_deref() {
        Some([(is, should)]) => Ok(Line {
            stretch: 1.0,
            delay: should - is,
        }),
        Some([(first, first_should), (second, second_should)]) => {
            let stretch = (second_should - first_should) / (second - first);
            if !stretch.is_finite() || stretch <= 0.0 {
                return refused(format!(
                    "“{text}” has to name two times, and in the same order as they are to be."
                ));
            }
            Ok(Line {
                stretch,
                delay: first_should - first * stretch,
            })
        }
        _ => refused(format!(
            "“{text}” cannot be read as points. Say one or two, such as 0:02 to 0:03, 1:40 to 1:45."
        )),
    }
}
