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

/// The place of the answer that is chosen for each question of each wish, and the log shares that this loses. `values`: the bits of
/// all values that are to be taken.
pub(crate) fn assembled(wishes: &[Open], values: u64) -> (Vec<Vec<usize>>, f32) {
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
            let next = after(before, answers, is_last);
            steps.push(next);
        }
    }
    let last = steps.last().map_or(&[][..], |states| states);
    let left = |state: &State| UNCLAIMED * (values & !state.taken).count_ones() as f32;
    let total = |state: &State| state.score - left(state);
    let best = (0..last.len()).max_by(|a, b| total(&last[*a]).total_cmp(&total(&last[*b])));
    let mut place = best.unwrap_or(0);
    let lost = last[place].lost + left(&last[place]);
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
    (wishes.iter().map(of_wish).collect(), lost)
}

/// The best state of each kind after one more question.
fn after(before: &[State], answers: &[Alternative], is_last: bool) -> Vec<State> {
    let mut best: HashMap<(u64, bool), State> = HashMap::new();
    for (place, state) in before.iter().enumerate() {
        for (answer, one) in answers.iter().enumerate() {
            let twice = (state.taken & one.takes).count_ones() as f32;
            let is_set = state.is_set || one.is_set;
            let unchanged = f32::from(is_last && !is_set);
            let lost = TAKEN_TWICE * twice + DOES_NOTHING * unchanged;
            let next = State {
                taken: state.taken | one.takes,
                is_set,
                score: state.score + one.log - lost,
                lost: state.lost + lost,
                from: Some((answer, place)),
            };
            let known = best.entry((next.taken, next.is_set)).or_insert(next);
            if next.score > known.score {
                *known = next;
            }
        }
    }
    let mut states: Vec<State> = best.into_values().collect();
    states.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.taken.cmp(&b.taken)));
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
        fn what_is_chosen_is_the_best_of_all_choices(wishes in prop::collection::vec(open(), 0..3)) {
            let (chosen, _) = assembled(&wishes, 7);
            let best = all(&wishes)
                .iter()
                .map(|choice| score(&wishes, 7, choice))
                .fold(f32::NEG_INFINITY, f32::max);
            prop_assert!((score(&wishes, 7, &chosen) - best).abs() < 1e-4);
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
        let (chosen, lost) = assembled(std::slice::from_ref(&wish), 1);
        assert_eq!(chosen, [[0, 1]]);
        assert!(lost.abs() < 1e-6, "{lost}");
        let (chosen, _) = assembled(std::slice::from_ref(&wish), 0);
        assert_eq!(chosen, [[0, 0]], "nothing has to be taken");
        let (_, lost) = assembled(&[wish], 2);
        assert!(
            (lost - UNCLAIMED).abs() < 1e-6,
            "nothing can take it: {lost}"
        );
    }
}
