//! The best ways to take one of several alternatives for each of some places.

/// The places of the alternatives in the `most` best choices, best first. `scores`: those of the alternatives of each place, best
/// first, none negative; a choice counts as their product.
pub(crate) fn best(scores: &[Vec<f32>], most: usize) -> Vec<Vec<usize>> {
    let score = |choice: &Vec<usize>| -> f32 {
        let chosen = choice.iter().zip(scores);
        chosen.map(|(place, scores)| scores[*place]).product()
    };
    let mut open = vec![vec![0; scores.len()]];
    let mut found: Vec<Vec<usize>> = Vec::new();
    while found.len() < most
        && let Some(next) =
            (0..open.len()).max_by(|a, b| score(&open[*a]).total_cmp(&score(&open[*b])))
    {
        let choice = open.swap_remove(next);
        // Each choice comes from one other, in which its last place that is not the best is one better.
        let last = choice.iter().rposition(|place| *place > 0).unwrap_or(0);
        for place in last..scores.len() {
            let mut worse = choice.clone();
            worse[place] += 1;
            if worse[place] < scores[place].len() {
                open.push(worse);
            }
        }
        found.push(choice);
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Scores of every choice, best first.
    fn all(scores: &[Vec<f32>]) -> Vec<f32> {
        let mut products = vec![1.0];
        for scores in scores {
            products = products
                .iter()
                .flat_map(|product| scores.iter().map(move |score| product * score))
                .collect();
        }
        products.sort_by(|a: &f32, b| b.total_cmp(a));
        products
    }

    /// A score, often equal to others.
    fn score() -> impl Strategy<Value = f32> {
        prop_oneof![0.0_f32..1.0, prop::sample::select(vec![0.0, 0.5, 1.0])]
    }

    proptest! {
        #[test]
        fn choices_are_the_best_of_all(
            mut scores in prop::collection::vec(prop::collection::vec(score(), 1..4), 0..5),
            most in 1_usize..8,
        ) {
            for own in &mut scores {
                own.sort_by(|a, b| b.total_cmp(a));
            }
            let choices = best(&scores, most);
            let mut distinct = choices.clone();
            distinct.sort();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), choices.len());
            let all = all(&scores);
            prop_assert_eq!(choices.len(), most.min(all.len()));
            for (choice, wanted) in choices.iter().zip(all) {
                let product: f32 = choice.iter().zip(&scores).map(|(place, own)| own[*place]).product();
                prop_assert!((product - wanted).abs() < 1e-6);
            }
        }
    }
}
