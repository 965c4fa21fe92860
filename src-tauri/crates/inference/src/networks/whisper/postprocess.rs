//! Text of a window as stretches of speech with their times, and how far the window reaches that
//! they cover (Radford et al. 2022, section 3.8).

/// Steps of the spectrogram, of 10 ms, in a step of the times.
const STEPS: usize = 2;

/// A stretch of speech.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    /// Its beginning and end from the window's start, in steps of 10 ms.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Its tokens, times among them.
    pub(super) ids: Vec<u32>,
}

/// Cuts the tokens of a window, without the end, at the times; `first_time` is the token of its
/// start, `steps` how many of the window's steps lie within the audio. Gives the stretches and how
/// many steps they cover: the next window begins behind them.
pub(super) fn cut(ids: &[u32], first_time: u32, steps: usize) -> (Vec<Stretch>, usize) {
    let is_time = |id: u32| id >= first_time;
    let time = |id: Option<&u32>| id.map_or(0, |id| id.saturating_sub(first_time) as usize * STEPS);
    let ends_with_one_time =
        matches!(ids, [.., before, last] if !is_time(*before) && is_time(*last));
    // Where one time says an end, the next a beginning.
    let mut cuts: Vec<usize> = (1..ids.len())
        .filter(|at| is_time(ids[at - 1]) && is_time(ids[*at]))
        .collect();
    if cuts.is_empty() {
        let last = ids
            .iter()
            .rev()
            .find(|id| is_time(**id))
            .filter(|id| **id != first_time);
        let to = last.map_or(steps / STEPS * STEPS, |last| time(Some(last)));
        return (
            vec![Stretch {
                from: 0,
                to,
                ids: ids.to_vec(),
            }],
            steps,
        );
    }
    if ends_with_one_time {
        // Nobody speaks behind the last time.
        cuts.push(ids.len());
    }
    let starts = std::iter::once(&0).chain(&cuts);
    let stretches = starts.zip(&cuts).map(|(start, end)| {
        let ids = &ids[*start..*end];
        Stretch {
            from: time(ids.first()),
            to: time(ids.last()),
            ids: ids.to_vec(),
        }
    });
    let stretches: Vec<Stretch> = stretches.collect();
    let covered = if ends_with_one_time {
        steps
    } else {
        stretches.last().map_or(steps, |last| last.to)
    };
    (stretches, covered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times from 100 on.
    fn cut_up(ids: &[u32]) -> (Vec<(usize, usize, usize)>, usize) {
        let (stretches, covered) = cut(ids, 100, 3000);
        (
            stretches
                .iter()
                .map(|stretch| (stretch.from, stretch.to, stretch.ids.len()))
                .collect(),
            covered,
        )
    }

    #[test]
    fn what_is_not_ended_is_heard_again_with_the_next_window() {
        assert_eq!(
            cut_up(&[100, 1, 2, 150, 160, 3, 200, 200, 4]),
            (vec![(0, 100, 4), (120, 200, 3)], 200)
        );
        assert_eq!(cut_up(&[100, 1, 150, 150]), (vec![(0, 100, 3)], 100));
    }

    #[test]
    fn a_lone_time_at_the_end_says_that_nobody_speaks_behind_it() {
        assert_eq!(
            cut_up(&[100, 1, 150, 160, 3, 200]),
            (vec![(0, 100, 3), (120, 200, 3)], 3000)
        );
        assert_eq!(cut_up(&[110, 1, 2, 200]), (vec![(0, 200, 4)], 3000));
    }

    #[test]
    fn words_without_an_end_fill_the_window() {
        assert_eq!(cut_up(&[100, 1, 2]), (vec![(0, 3000, 3)], 3000));
        assert_eq!(cut_up(&[]), (vec![(0, 3000, 0)], 3000));
    }
}
