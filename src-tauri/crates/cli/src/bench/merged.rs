//! Edits of one thing in a row as one call: a tool that takes many edits does them in either form.

use std::collections::BTreeSet;

use patchbay_domain::{CallReference, ParsedCall, ParsedRequest, Source, Toolbox};

/// A request whose calls of a tool that takes edits, each on what the one before made and with values for other parameters, are
/// one call.
pub(super) fn merged(mut request: ParsedRequest, toolbox: &Toolbox) -> ParsedRequest {
    while let Some((first, second)) = mergeable(&request.calls, toolbox) {
        let gone = request.calls.remove(second);
        request.calls[first].slots.extend(gone.slots);
        for source in request.calls.iter_mut().flat_map(|call| &mut call.sources) {
            if let Source::Call(CallReference { turn: None, call }) = source {
                if *call == second {
                    *call = first;
                } else if *call > second {
                    *call -= 1;
                }
            }
        }
    }
    request
}

/// The first two calls that can be one.
fn mergeable(calls: &[ParsedCall], toolbox: &Toolbox) -> Option<(usize, usize)> {
    let made_by = |call: &ParsedCall| match call.sources[..] {
        [Source::Call(CallReference { turn: None, call })] => Some(call),
        _ => None,
    };
    let names = |call: &ParsedCall| -> BTreeSet<String> {
        call.slots
            .iter()
            .map(|slot| slot.parameter.clone())
            .collect()
    };
    (0..calls.len()).find_map(|second| {
        let first = made_by(&calls[second])?;
        let (before, after) = (calls.get(first)?, &calls[second]);
        let tool = toolbox.tool(after.tool.as_deref()?)?;
        let takes_edits = tool.edits().is_some() && before.tool == after.tool;
        let uses = calls.iter().flat_map(|call| &call.sources);
        let own = CallReference {
            turn: None,
            call: first,
        };
        let is_used_once = uses.filter(|source| **source == Source::Call(own)).count() == 1;
        let is_merged = takes_edits && is_used_once && names(before).is_disjoint(&names(after));
        is_merged.then_some((first, second))
    })
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{CallReference, ParsedRequest, Source, Toolbox};
    use patchbay_tools::TOOLBOX;

    use super::merged;

    fn of(json: &str) -> ParsedRequest {
        let toolbox = Toolbox::from_json(TOOLBOX).expect("a valid toolbox");
        merged(
            serde_json::from_str(json).expect("a parsed request"),
            &toolbox,
        )
    }

    #[test]
    fn edits_in_a_row_are_one_call() {
        let in_a_row = of(r#"{"calls":[
            {"tool":"text_image_editing","sources":["a.png"],"slots":[{"parameter":"angle","value":"90"}]},
            {"tool":"text_image_editing","sources":["c0"],"slots":[{"parameter":"aspect","value":"1:1"}]},
            {"tool":"image_upscaling","sources":["c1"]}]}"#);
        assert_eq!(in_a_row.calls.len(), 2);
        assert_eq!(in_a_row.calls[0].values().len(), 2);
        let first = CallReference {
            turn: None,
            call: 0,
        };
        assert_eq!(in_a_row.calls[1].sources, [Source::Call(first)]);
    }

    #[test]
    fn what_is_used_twice_or_set_twice_stays() {
        let twice = r#"{"calls":[
            {"tool":"text_image_editing","sources":["a.png"],"slots":[{"parameter":"angle","value":"90"}]},
            {"tool":"text_image_editing","sources":["c0"],"slots":[{"parameter":"angle","value":"45"}]}]}"#;
        assert_eq!(of(twice).calls.len(), 2);
        let shared = r#"{"calls":[
            {"tool":"text_image_editing","sources":["a.png"],"slots":[{"parameter":"angle","value":"90"}]},
            {"tool":"text_image_editing","sources":["c0"],"slots":[{"parameter":"aspect","value":"1:1"}]},
            {"tool":"image_upscaling","sources":["c0"]}]}"#;
        assert_eq!(of(shared).calls.len(), 3);
    }
}
