//! Shares of plans by level and category, as Markdown.

use super::cases::Case;
use super::judge::Score;

use crate::terminal::say;

/// Column of a table: its heading, and the text that it shows of some plans.
type Column = (&'static str, fn(&[&Score]) -> String);

const COLUMNS: [Column; 14] = [
    ("IR", |scores| share(scores, |score| score.irrelevant)),
    ("NR", |scores| share(scores, |score| score.necessary)),
    ("HR", |scores| share(scores, |score| score.made_up)),
    ("CR", |scores| share(scores, |score| score.consistent)),
    ("SE", |scores| share(scores, |score| score.solved)),
    ("OK", |scores| share(scores, |score| score.ok)),
    ("ST", |scores| share(scores, |score| score.strict)),
    ("OF", |scores| share(scores, |score| score.offered)),
    ("asked", |scores| share(scores, |score| score.asked)),
    ("ways", |scores| {
        format!("{:.2}", mean(scores, |score| score.alternatives))
    }),
    ("visited", |scores| {
        format!("{:.1}", mean(scores, |score| score.visited as f64))
    }),
    ("ms, median", |scores| format!("{:.1}", at(scores, 0.5))),
    ("99 %", |scores| format!("{:.1}", at(scores, 0.99))),
    ("most", |scores| format!("{:.1}", at(scores, 1.0))),
];

/// Prints a table of all plans, and one for each level; with `categories`, one for each category
/// too.
pub(super) fn print(cases: &[Case], rows: &[(String, Vec<Score>)], categories: bool) {
    print_group("all", &cases.iter().map(|_| true).collect::<Vec<_>>(), rows);
    for of in [
        |case: &Case| case.level.clone(),
        |case: &Case| case.category.clone(),
    ]
    .into_iter()
    .take(if categories { 2 } else { 1 })
    {
        let mut names: Vec<String> = Vec::new();
        for case in cases {
            if !of(case).is_empty() && !names.contains(&of(case)) {
                names.push(of(case));
            }
        }
        for name in names {
            print_group(
                &name,
                &cases
                    .iter()
                    .map(|case| of(case) == name)
                    .collect::<Vec<_>>(),
                rows,
            );
        }
    }
}

fn print_group(name: &str, chosen: &[bool], rows: &[(String, Vec<Score>)]) {
    let count = chosen.iter().filter(|chosen| **chosen).count();
    let heads: Vec<&str> = COLUMNS.iter().map(|(head, _)| *head).collect();
    say!(
        "\n| {name} ({count}) | {} |\n|---|{}",
        heads.join(" | "),
        "---:|".repeat(heads.len())
    );
    for (row, scores) in rows {
        let group: Vec<&Score> = scores
            .iter()
            .zip(chosen)
            .filter(|(_, chosen)| **chosen)
            .map(|(score, _)| score)
            .collect();
        let cells: Vec<String> = COLUMNS.iter().map(|(_, cell)| cell(&group)).collect();
        say!("| {row} | {} |", cells.join(" | "));
    }
}

fn share(scores: &[&Score], is_so: fn(&Score) -> bool) -> String {
    format!(
        "{:.3}",
        mean(scores, |score| f64::from(u8::from(is_so(score))))
    )
}

fn mean(scores: &[&Score], of: impl Fn(&Score) -> f64) -> f64 {
    scores.iter().map(|score| of(score)).sum::<f64>() / scores.len().max(1) as f64
}

/// Returns the time in milliseconds that this share of plans needed at most.
fn at(scores: &[&Score], share: f64) -> f64 {
    let mut times: Vec<f64> = scores.iter().map(|score| score.elapsed).collect();
    times.sort_by(f64::total_cmp);
    let place = (times.len() as f64 * share) as usize;
    times
        .get(place.min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or(0.0)
}
