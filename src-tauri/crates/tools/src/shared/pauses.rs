//! Parts of a video or sound that stay without its pauses.

use patchbay_audio_dsp::silence::{Levels, Pause};
use patchbay_domain::EditList;

use crate::{Inputs, ToolError};

/// A pause that begins or ends so close to an end of the whole lies at it, in seconds.
const AT_END: f64 = 0.05;
/// Less is not worth a cut, in seconds.
const SHORTEST_CUT: f64 = 0.02;
/// Default level below the loudest moment at which a sound is silent, in dB.
const USUAL_LEVEL: f64 = -35.0;
/// The shortest pause that is cut out where nobody says, in seconds.
const USUAL_SHORTEST: f64 = 0.5;
/// Default time that stays of a pause at each of its ends, in seconds.
const USUAL_PADDING: f64 = 0.1;

/// Cutting of pauses: how much of them is cut out, and where.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cutting {
    /// The shortest pause that is cut out, in seconds.
    pub(crate) shortest: f64,
    /// Time that stays of a pause at each end, in seconds.
    padding: f64,
    /// Whether pauses at the start, inside and at the end of the whole are cut out.
    places: [bool; 3],
}

impl Cutting {
    /// As the parameters `shortest`, `padding` and `where` say; `usual`: the shortest pause where
    /// nobody says.
    ///
    /// # Errors
    /// A value is no length of time.
    pub(crate) fn of(inputs: &Inputs, usual: f64) -> Result<Self, ToolError> {
        let places = match inputs.value("where").as_deref() {
            Some("at the start") => [true, false, false],
            Some("at the end") => [false, false, true],
            Some("at both ends") => [true, false, true],
            _ => [true; 3],
        };
        Ok(Self {
            shortest: inputs.seconds("shortest")?.unwrap_or(usual),
            padding: inputs.seconds("padding")?.unwrap_or(USUAL_PADDING),
            places,
        })
    }

    /// Parts of `length` seconds that stay without pauses (in order), as starts and ends in
    /// seconds; none where nothing is cut out, or nothing stays.
    pub(crate) fn kept(&self, pauses: &[Pause], length: f64) -> Option<Vec<(f64, f64)>> {
        let (mut kept, mut reached) = (Vec::new(), 0.0);
        for pause in pauses {
            let is_first = pause.start < AT_END;
            let is_last = pause.end > length - AT_END;
            let is_cut = match (is_first, is_last) {
                (true, _) => self.places[0],
                (_, true) => self.places[2],
                (false, false) => self.places[1],
            };
            // At an end of the whole nothing has to stay before or after the pause.
            let start = if is_first {
                0.0
            } else {
                pause.start + self.padding
            };
            let end = if is_last {
                length
            } else {
                pause.end - self.padding
            };
            if is_cut && end - start >= SHORTEST_CUT {
                kept.push((reached, start));
                reached = end;
            }
        }
        if kept.is_empty() {
            return None;
        }
        kept.push((reached, length));
        kept.retain(|(start, end)| end - start >= SHORTEST_CUT);
        (!kept.is_empty()).then_some(kept)
    }
}

/// Parts of `what` (`video` or `sound`) of `length` seconds that stay without the silence that the
/// parameters speak of, by the levels of its sound.
///
/// # Errors
/// There is no such silence, or nothing else, or a value does not hold.
pub(crate) fn without_silence(
    levels: Levels,
    length: f64,
    inputs: &Inputs,
    what: &str,
) -> Result<Vec<(f64, f64)>, ToolError> {
    let level = inputs.number("level")?.unwrap_or(USUAL_LEVEL);
    let cutting = Cutting::of(inputs, USUAL_SHORTEST)?;
    let Some(pauses) = levels.pauses(-level, cutting.shortest, length) else {
        return Err(ToolError::Refused(format!(
            "The {what} is silent from its start to its end, so that nothing would be left of it."
        )));
    };
    cutting.kept(&pauses, length).ok_or_else(|| {
        let place = match inputs.value("where") {
            Some(place) if place != "everywhere" => format!(" {place}"),
            _ => String::new(),
        };
        ToolError::Refused(format!(
            "The {what} has no silence of {} s or more{place} that is {} dB below its loudest moment. Set a \
             shorter pause, or a threshold nearer to 0.",
            cutting.shortest, -level
        ))
    })
}

/// Says how much was cut out of the file of that name, and records what stays.
pub(crate) fn told(source: &str, kept: &[(f64, f64)], length: f64, context: &crate::Context) {
    let parts = kept.iter().copied();
    context.progress.record(EditList::cut(source, parts));
    let left: f64 = kept.iter().map(|(start, end)| end - start).sum();
    let cuts = kept.len() - 1 + usize::from(kept[0].0 > 0.0);
    let cuts = cuts + usize::from(kept[kept.len() - 1].1 < length);
    let noun = if cuts == 1 { "part" } else { "parts" };
    context.progress.say(format!(
        "Cut out {cuts} {noun}, {:.1} s in all.",
        length - left
    ));
}

/// For tests: values of parameters beside a video or sound.
#[cfg(test)]
pub(crate) fn with(name: &str, of: patchbay_domain::Resource, values: &[(&str, &str)]) -> Inputs {
    let values = values.iter();
    let values = values.map(|(name, value)| {
        let value = patchbay_domain::Resource::Text((*value).to_owned());
        ((*name).to_owned(), value)
    });
    Inputs::new(values.chain([(name.to_owned(), of)]).collect())
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;

    use super::*;

    #[test]
    fn a_moment_stays_at_both_ends_of_a_pause_inside() {
        let pauses = [(0.0, 1.0), (3.0, 4.0), (5.0, 5.1), (9.0, 10.0)];
        let pauses = pauses.map(|(start, end)| Pause { start, end });
        let kept = |place| {
            let inputs = Inputs::new(
                [("where".to_owned(), Resource::Text(place))]
                    .into_iter()
                    .collect(),
            );
            Cutting::of(&inputs, 0.5).unwrap().kept(&pauses, 10.0)
        };
        for (place, expected) in [
            ("everywhere", vec![(0.9, 3.1), (3.9, 9.1)]),
            ("at the start", vec![(0.9, 10.0)]),
            ("at the end", vec![(0.0, 9.1)]),
            ("at both ends", vec![(0.9, 9.1)]),
        ] {
            assert_eq!(kept(place.to_owned()), Some(expected), "{place}");
        }
        let none = Inputs::default();
        let usual = Cutting::of(&none, 0.5).unwrap();
        assert_eq!(usual.kept(&pauses[2..3], 10.0), None);
        assert_eq!(usual.kept(&[], 10.0), None);
    }
}
