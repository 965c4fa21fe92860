//! The values of all wishes of a request together: each value that words carry is meant for one parameter, those of a wish are
//! meant for something, a change of a step changes something, and a tool that does nothing without values has one. Of all choices
//! that the second look leaves, the likeliest by its shares and by what each breaks of this.

use std::collections::HashMap;

/// Log shares that a choice loses: for each value in the words of wishes that nothing takes, each that is taken once more, and each
/// wish that does nothing. Found by trial on develop requests.
const UNCLAIMED: f32 = 1.5;
const TAKEN_TWICE: f32 = 2.0;
const DOES_NOTHING: f32 = 4.0;
/// Log share that a change of a value wins where the step has one: two of three changes in the data are of such values.
pub(crate) const HAS_ONE: f32 = 2.0;
/// Number of states that are kept after each question.
const MOST_STATES: usize = 512;

/// An answer that a question could have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Alternative {
    /// Logarithm of its share.
    pub(crate) log: f32,
    /// Values of the words that it takes, a bit each.
    pub(crate) takes: u64,
    /// Whether the parameter is set to something.
    pub(crate) is_set: bool,
}

/// A wish whose questions are answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Open {
    /// Whether it does nothing unless something is set.
    pub(crate) wants_value: bool,
    /// The answers of each question; at least one.
    pub(crate) questions: Vec<Vec<Alternative>>,
}

/// A state on the way: what is taken, whether the present wish sets something, and how it came about.
#[derive(Clone, Copy)]
struct State {
    taken: u64,
    is_set: bool,
    score: f32,
    /// Part of the score that is lost by what is broken.
    lost: f32,
    /// Place of the last answer and of the state before; none at the beginning.
    from: Option<(usize, usize)>,
}

/// A choice of answers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assembly {
    /// Place of the answer to each question of each wish.
    pub(crate) chosen: Vec<Vec<usize>>,
    /// Log shares that it loses by what is broken.
    pub(crate) lost: f32,
    /// Its log shares, without those that are lost.
    pub(crate) score: f32,
}

/// Returns up to `most` of the best choices, best first; at least one. `values`: the bits of all values that are to be taken.
pub(crate) fn assembled(wishes: &[Open], values: u64, most: usize) -> Vec<Assembly> {
    let start = State {
        taken: 0,
        is_set: false,
        score: 0.0,
        lost: 0.0,
        from: None,
    };
    let mut steps: Vec<Vec<State>> = vec![vec![start]];
    for wish in wishes {
        for state in steps.last_mut().into_iter().flatten() {
            state.is_set = !wish.wants_value;
        }
        for (number, answers) in wish.questions.iter().enumerate() {
            let is_last = number + 1 == wish.questions.len();
            let before = steps.last().map_or(&[][..], |states| states);
            let next = after(before, answers, (is_last, most));
            steps.push(next);
        }
    }
    let last = steps.last().map_or(&[][..], |states| states);
    let left = |state: &State| UNCLAIMED * (values & !state.taken).count_ones() as f32;
    let total = |state: &State| state.score - left(state);
    let mut order: Vec<usize> = (0..last.len()).collect();
    order.sort_by(|a, b| total(&last[*b]).total_cmp(&total(&last[*a])));
    order.truncate(most.max(1));
    let assembly = |place: usize| Assembly {
        chosen: chosen(wishes, &steps, place),
        lost: last[place].lost + left(&last[place]),
        score: total(&last[place]),
    };
    order.into_iter().map(assembly).collect()
}

/// The answers that lead to a state after the last question.
fn chosen(wishes: &[Open], steps: &[Vec<State>], mut place: usize) -> Vec<Vec<usize>> {
    let mut chosen = Vec::new();
    for states in steps.iter().rev() {
        let Some((answer, before)) = states[place].from else {
            break;
        };
        chosen.push(answer);
        place = before;
    }
    let mut chosen = chosen.into_iter().rev();
    let of_wish = |wish: &Open| chosen.by_ref().take(wish.questions.len()).collect();
    wishes.iter().map(of_wish).collect()
}

/// The `most` best states of each kind after one more question.
fn after(before: &[State], answers: &[Alternative], (is_last, most): (bool, usize)) -> Vec<State> {
    let mut states = Vec::with_capacity(before.len() * answers.len());
    for (place, state) in before.iter().enumerate() {
        for (answer, one) in answers.iter().enumerate() {
            let twice = (state.taken & one.takes).count_ones() as f32;
            let is_set = state.is_set || one.is_set;
            let unchanged = f32::from(is_last && !is_set);
            let lost = TAKEN_TWICE * twice + DOES_NOTHING * unchanged;
            states.push(State {
                taken: state.taken | one.takes,
                is_set,
                score: state.score + one.log - lost,
                lost: state.lost + lost,
                from: Some((answer, place)),
            });
        }
    }
    states.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.taken.cmp(&b.taken)));
    let mut alike: HashMap<(u64, bool), usize> = HashMap::new();
    states.retain(|state| {
        let count = alike.entry((state.taken, state.is_set)).or_default();
        *count += 1;
        *count <= most.max(1)
    });
    states.truncate(MOST_STATES);
    states
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Score of a choice, counted at its end.
    fn score(wishes: &[Open], values: u64, chosen: &[Vec<usize>]) -> f32 {
        let (mut taken, mut score) = (0_u64, 0.0);
        for (wish, chosen) in wishes.iter().zip(chosen) {
            let answers: Vec<&Alternative> = wish
                .questions
                .iter()
                .zip(chosen)
                .map(|(answers, place)| &answers[*place])
                .collect();
            for answer in &answers {
                score += answer.log - TAKEN_TWICE * (taken & answer.takes).count_ones() as f32;
                taken |= answer.takes;
            }
            if wish.wants_value && !answers.is_empty() && !answers.iter().any(|one| one.is_set) {
                score -= DOES_NOTHING;
            }
        }
        score - UNCLAIMED * (values & !taken).count_ones() as f32
    }

    /// Every choice there is.
    fn all(wishes: &[Open]) -> Vec<Vec<Vec<usize>>> {
        let mut choices: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for wish in wishes {
            let mut own: Vec<Vec<usize>> = vec![Vec::new()];
            for answers in &wish.questions {
                let longer = |choice: &Vec<usize>| {
                    let choice = choice.clone();
                    (0..answers.len()).map(move |place| {
                        let mut choice = choice.clone();
                        choice.push(place);
                        choice
                    })
                };
                own = own.iter().flat_map(longer).collect();
            }
            let longer = |choice: &Vec<Vec<usize>>| {
                let choice = choice.clone();
                own.iter().map(move |own| {
                    let mut choice = choice.clone();
                    choice.push(own.clone());
                    choice
                })
            };
            choices = choices.iter().flat_map(longer).collect();
        }
        choices
    }

    fn alternative() -> impl Strategy<Value = Alternative> {
        (-6.0_f32..0.0, 0_u64..8, any::<bool>()).prop_map(|(log, takes, is_set)| Alternative {
            log,
            takes,
            is_set,
        })
    }

    fn open() -> impl Strategy<Value = Open> {
        let questions = prop::collection::vec(prop::collection::vec(alternative(), 1..4), 0..3);
        (any::<bool>(), questions).prop_map(|(wants_value, questions)| Open {
            wants_value,
            questions,
        })
    }

    proptest! {
        #[test]
        fn what_is_chosen_is_the_best_of_all_choices(
            wishes in prop::collection::vec(open(), 0..3),
            most in 1_usize..6,
        ) {
            let found = assembled(&wishes, 7, most);
            let mut scores: Vec<f32> = all(&wishes)
                .iter()
                .map(|choice| score(&wishes, 7, choice))
                .collect();
            scores.sort_by(|a, b| b.total_cmp(a));
            prop_assert_eq!(found.len(), most.min(scores.len()));
            for (place, one) in found.iter().enumerate() {
                prop_assert!(found[..place].iter().all(|other| other.chosen != one.chosen));
                let own = score(&wishes, 7, &one.chosen);
                prop_assert!((own - scores[place]).abs() < 1e-4);
                prop_assert!((own - one.score).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn a_value_that_nothing_takes_goes_where_it_is_likeliest() {
        let answer = |log: f32, takes| Alternative {
            log,
            takes,
            is_set: takes > 0,
        };
        let wish = Open {
            wants_value: false,
            questions: vec![
                vec![answer(-0.1, 0), answer(-2.5, 1)],
                vec![answer(-0.2, 0), answer(-1.2, 1)],
            ],
        };
        let best = |values| assembled(std::slice::from_ref(&wish), values, 1).swap_remove(0);
        assert_eq!(best(1).chosen, [[0, 1]]);
        assert!(best(1).lost.abs() < 1e-6);
        assert_eq!(best(0).chosen, [[0, 0]], "nothing has to be taken");
        let lost = best(2).lost;
        assert!(
            (lost - UNCLAIMED).abs() < 1e-6,
            "nothing can take it: {lost}"
        );
    }
}
