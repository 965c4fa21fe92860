//! Effects as steps record them.

use patchbay_domain::EditList;
use patchbay_values::effects::Effect;

/// The edit that effects are on a sound of `given` seconds, where they only cut, fade and set a
/// level; none where they do anything else, or cut what is faded already.
pub(in crate::audio) fn recorded(source: &str, effects: &[Effect], given: f64) -> Option<EditList> {
    let mut edit = EditList::cut(source, [(0.0, given)]);
    let (mut length, mut is_cut) = (given, false);
    for effect in effects {
        match effect {
            Effect::Trim(ranges) if !is_cut && edit.fade_in == 0.0 && edit.fade_out == 0.0 => {
                let gain = edit.parts[0].gain;
                let parts = ranges.kept(given, "sound").ok()?;
                length = parts.iter().map(|part| part.end - part.start).sum();
                let parts = parts.into_iter().map(|part| (part.start, part.end));
                edit = EditList::cut(source, parts).each(|part| part.gain = gain);
                is_cut = true;
            }
            Effect::Gain(decibels) => edit = edit.each(|part| part.gain += decibels),
            Effect::FadeIn(time) => edit.fade_in = time.seconds(given).min(length),
            Effect::FadeOut(time) => edit.fade_out = time.seconds(given).min(length),
            _ => return None,
        }
    }
    Some(edit)
}

#[cfg(test)]
mod tests {
    use patchbay_phrases::effects::effects;

    use super::*;

    #[test]
    fn cuts_levels_and_fades_are_recorded_and_nothing_else() {
        let of = |words: &str| recorded("a.wav", &effects(words).expect("effects"), 20.0);
        let edit = of("trim it to 0:02-0:05, 3 dB louder and fade out over 1 second");
        let edit = edit.expect("an edit");
        let part = &edit.parts[0];
        assert_eq!((part.start, part.end, part.gain), (2.0, 5.0, 3.0));
        assert_eq!((edit.fade_in, edit.fade_out), (0.0, 1.0));
        assert_eq!(of("add an echo and make it 3 dB louder"), None);
    }
}
