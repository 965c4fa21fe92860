//! Wishes that go on from each other: of “make it vertical and put my name under it”, the first alone is not what was
//! asked for.

use patchbay_domain::InputValue;

use super::sections::Sections;

/// For each subtask, by its place, the first one of its chain: those that go on from each other, and those that change
/// the same file into the same kind of thing.
pub(super) fn of(sections: &Sections<'_>) -> Vec<usize> {
    let mut chains: Vec<usize> = (0..sections.len()).collect();
    for place in 0..sections.len() {
        for other in 0..place {
            if sections.chain(place).contains(&other)
                || sections.chain(other).contains(&place)
                || changes_the_same(sections, place, other)
            {
                let (from, to) = (chains[place], chains[other]);
                let (first, second) = (from.min(to), from.max(to));
                for chain in &mut chains {
                    if *chain == second {
                        *chain = first;
                    }
                }
            }
        }
    }
    chains
}

/// Whether two subtasks change the same file, each into something of the file's kind.
fn changes_the_same(sections: &Sections<'_>, one: usize, other: usize) -> bool {
    let made = sections.result_type(one);
    let files = |place: usize| -> Vec<&String> {
        let steps = sections.actions(place).iter();
        let values = steps.flat_map(|action| action.inputs.values());
        values.flat_map(InputValue::values).collect()
    };
    made == sections.result_type(other)
        && sections.given_of(made).any(|given| {
            let takes = |place: usize| files(place).iter().any(|value| *value == given);
            takes(one) && takes(other)
        })
}
