//! Adjustments in a sentence that also names the part of an image which they are for.

use patchbay_values::adjustments::Adjustment;
use patchbay_values::retouching::Change;

use crate::adjustments::wishes;

/// Words that may stand before the name of a part.
pub(super) const DETERMINERS: &str = "the this that these those all every each both any his her their its my our your it him them \
    a an of in on from to everything everyone somebody someone";
/// Words that say what to do with what comes after them.
pub(super) const IMPERATIVES: &str = "blur pixelate pixelise pixelize brighten darken lighten sharpen soften dim desaturate saturate \
    invert posterise posterize remove erase delete censor hide obscure anonymise anonymize redact";
/// Words that say what to do, and cannot be the name of a part that begins a sentence.
const OTHER_VERBS: &str = "replace swap exchange put insert undo stop fix correct repair cut keep leave do not don't no \
    without never get take fill black white";
/// Words after which something new is described: not a part of the image, and nothing that is done
/// without a model.
pub(super) const NEW_THINGS: &str = "like as into replace replaced swap exchange instead where";
/// Whether a word stands in a list of words.
pub(super) fn is_one_of(word: &str, list: &str) -> bool {
    list.split_whitespace().any(|other| other == word)
}

/// The adjustments that words ask for when as few of them as possible are taken out in one piece,
/// which names the part of the image; none where that does not help, or where what they ask for
/// cannot be done to a part.
pub(super) fn adjustments(words: &[&str]) -> Option<Vec<Change>> {
    for length in 0..words.len() {
        for start in 0..=words.len() - length {
            let name = &words[start..start + length];
            if length == 0 && start > 0 || !may_name_a_part(words, start, name) {
                continue;
            }
            let rest = [&words[..start], &words[start + length..]]
                .concat()
                .join(" ");
            let Ok(found) = wishes(&rest) else { continue };
            if found.format.is_some() || !found.adjustments.iter().all(works_on_a_part) {
                return None;
            }
            return Some(found.adjustments.into_iter().map(Change::Adjust).collect());
        }
    }
    None
}

/// Whether some words can be the name of a part: they follow an article or the like, begin the
/// sentence, or stand after what is to be done; they go over no "and", and bring in nothing new.
fn may_name_a_part(words: &[&str], start: usize, name: &[&str]) -> bool {
    let before = start.checked_sub(1).and_then(|before| words.get(before));
    let is_verb = |word: &&str| is_one_of(word, IMPERATIVES) || is_one_of(word, OTHER_VERBS);
    let placed = match before {
        Some(before) => {
            is_one_of(before, DETERMINERS) || (start == 1 && is_one_of(before, IMPERATIVES))
        }
        None => !name.iter().any(is_verb),
    };
    let breaks =
        |word: &&str| matches!(*word, "and" | "then" | "&") || word.ends_with([',', ';', '!']);
    // What only the last word ends is still one piece.
    let inner = name.get(..name.len().saturating_sub(1)).unwrap_or_default();
    let joint = name
        .last()
        .is_some_and(|last| matches!(*last, "and" | "then" | "&"));
    placed
        && !joint
        && !inner.iter().any(breaks)
        && !name.iter().any(|word| is_one_of(word, NEW_THINGS))
}

fn works_on_a_part(adjustment: &Adjustment) -> bool {
    matches!(
        adjustment,
        Adjustment::Tone(_)
            | Adjustment::Blur(_)
            | Adjustment::Sharpen(_)
            | Adjustment::Pixelate(_)
    )
}
