//! When each token of a window is said: some heads of the decoder look at what they write down, and the cheapest path
//! through their looks goes from token to token and from moment to moment (dynamic time warping, as
//! `whisper/timing.py` of `OpenAI`'s program has it).

use candle_core::Result;

/// Moments on which the looks are smoothed by their median; odd.
const SMOOTHED: usize = 7;

/// How heads look from each token at each moment, `[head][token][moment]`.
pub(super) struct Looks(pub(super) Vec<Vec<Vec<f32>>>);

impl Looks {
    /// The moment at which each token begins, of those that `moments` counts. None where there are no looks.
    pub(super) fn starts(mut self, moments: usize) -> Vec<usize> {
        for head in &mut self.0 {
            for looks in head.iter_mut() {
                looks.truncate(moments);
                soften(looks);
            }
            standardize(head);
            for looks in head.iter_mut() {
                *looks = smoothed(looks);
            }
        }
        let Some(first) = self.0.first() else {
            return Vec::new();
        };
        let mut mean = first.clone();
        for head in &self.0[1..] {
            for (sums, looks) in mean.iter_mut().zip(head) {
                for (sum, look) in sums.iter_mut().zip(looks) {
                    *sum += look;
                }
            }
        }
        cheapest(&mean)
    }
}

/// The heads that tell times where the model does not name any: those of the upper half of `layers`.
pub(super) fn usual_heads(layers: usize, heads: usize) -> Vec<(usize, usize)> {
    let upper = layers / 2..layers;
    upper
        .flat_map(|layer| (0..heads).map(move |head| (layer, head)))
        .collect()
}

/// Makes scores weights whose sum is 1.
fn soften(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum.max(f32::MIN_POSITIVE);
    }
}

/// Takes from each moment's looks their mean over the tokens, and divides them by their deviation.
fn standardize(head: &mut [Vec<f32>]) {
    let (count, moments) = (head.len().max(1) as f32, head.first().map_or(0, Vec::len));
    for moment in 0..moments {
        let mean = head.iter().map(|looks| looks[moment]).sum::<f32>() / count;
        let square = |looks: &Vec<f32>| (looks[moment] - mean).powi(2);
        let deviation = (head.iter().map(square).sum::<f32>() / count).sqrt();
        for looks in head.iter_mut() {
            looks[moment] = (looks[moment] - mean) / deviation.max(1e-9);
        }
    }
}

/// Each value's median with its neighbours; those behind an end are the ones before it, mirrored.
fn smoothed(values: &[f32]) -> Vec<f32> {
    let (half, last) = (SMOOTHED / 2, values.len() as isize - 1);
    if last < half as isize {
        return values.to_vec();
    }
    let at = |place: isize| {
        let inside = place.abs().min(2 * last - place);
        values[inside.clamp(0, last) as usize]
    };
    let median = |place: usize| {
        let near = -(half as isize)..=half as isize;
        let mut near: Vec<f32> = near.map(|by| at(place as isize + by)).collect();
        near.sort_by(f32::total_cmp);
        near[half]
    };
    (0..values.len()).map(median).collect()
}

/// The first moment of each row on the path from the first row and moment to the last ones on which the looks are
/// largest in all; from step to step it goes on by a row, a moment or both.
fn cheapest(looks: &[Vec<f32>]) -> Vec<usize> {
    let (rows, moments) = (looks.len(), looks.first().map_or(0, Vec::len));
    if moments == 0 {
        return vec![0; rows];
    }
    let width = moments + 1;
    let mut cost = vec![f32::INFINITY; (rows + 1) * width];
    // From where a place is reached: 0 from before in both, 1 from the row before, 2 from the moment before.
    let mut from = vec![2_u8; (rows + 1) * width];
    cost[0] = 0.0;
    for row in 1..=rows {
        for moment in 1..=moments {
            let here = row * width + moment;
            let ways = [cost[here - width - 1], cost[here - width], cost[here - 1]];
            // Moments go on where nothing is cheaper.
            let way = if ways[0] < ways[1] && ways[0] < ways[2] {
                0
            } else if ways[1] < ways[0] && ways[1] < ways[2] {
                1
            } else {
                2
            };
            cost[here] = ways[usize::from(way)] - looks[row - 1][moment - 1];
            from[here] = way;
        }
    }
    let mut starts = vec![0; rows];
    let (mut row, mut moment) = (rows, moments);
    while row > 0 && moment > 0 {
        starts[row - 1] = moment - 1;
        match from[row * width + moment] {
            0 => (row, moment) = (row - 1, moment - 1),
            1 => row -= 1,
            _ => moment -= 1,
        }
    }
    starts
}

/// One head's scores of a query, in view of keys: `query` is `(1, 1, width)` and `keys` `(1, moments, 2 * width)`, the
/// values behind the keys.
pub(super) fn scores(
    query: &candle_core::Tensor,
    keys: &candle_core::Tensor,
    (head, heads): (usize, usize),
) -> Result<Vec<f32>> {
    let size = query.dim(2)? / heads;
    let query = query.narrow(2, head * size, size)?.flatten_all()?;
    let keys = keys
        .narrow(2, head * size, size)?
        .squeeze(0)?
        .contiguous()?;
    let query = query.reshape((size, 1))?;
    let scores = keys.matmul(&query)?.flatten_all()?;
    let scale = 1.0 / (size as f64).sqrt();
    scores
        .to_dtype(candle_core::DType::F32)?
        .affine(scale, 0.0)?
        .to_vec1()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks of which each row's are at a stretch of moments, strongly enough that nothing smooths them away.
    fn looks(rows: &[std::ops::Range<usize>], moments: usize) -> Vec<Vec<f32>> {
        let look = |row: &std::ops::Range<usize>| {
            let at = |moment| if row.contains(&moment) { 6.0 } else { 0.0 };
            (0..moments).map(at).collect()
        };
        rows.iter().map(look).collect()
    }

    #[test]
    fn tokens_begin_where_heads_begin_to_look_at_them() {
        let rows = [0..20, 20..30, 30..55, 55..60, 60..90];
        let found = Looks(vec![looks(&rows, 120), looks(&rows, 120)]).starts(90);
        let expected = rows.map(|row| row.start);
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.abs_diff(expected) <= 2, "{found} {expected}");
        }
        assert!(Looks(Vec::new()).starts(9).is_empty());
    }

    #[test]
    fn a_path_never_goes_back() {
        // The third row looks at what the first one looks at.
        let rows = [0..10, 20..30, 0..10, 30..40];
        let found = Looks(vec![looks(&rows, 40)]).starts(40);
        assert!(found.is_sorted() && found[0] == 0, "{found:?}");
        assert!(found.iter().all(|start| *start < 40));
    }

    #[test]
    fn few_moments_are_enough() {
        assert_eq!(Looks(vec![looks(&[0..1, 1..2], 2)]).starts(2).len(), 2);
        assert_eq!(Looks(vec![looks(&[0..1, 0..1], 1)]).starts(0), [0, 0]);
        assert_eq!(smoothed(&[1.0, 9.0, 1.0, 1.0, 1.0]), [1.0; 5]);
    }
}
