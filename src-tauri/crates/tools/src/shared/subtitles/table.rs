//! Subtitles as a table (CSV): a row for each with its times and its words, as spreadsheets and
//! editing programs give and take them.

use std::sync::LazyLock;

use csv::{ReaderBuilder, StringRecord, Terminator, WriterBuilder};
use regex::Regex;

use super::Cue;
use super::markup::runs;
use super::parsed::{TIME, pattern, seconds};
use super::stamps::time;

/// The marks that divide the columns of a table.
const DIVIDERS: [u8; 3] = [b',', b';', b'\t'];
/// The columns that are written.
pub(super) const COLUMNS: [&str; 4] = ["Number", "Start", "End", "Text"];
/// Of this share of its rows a table of subtitles has times in the same two columns.
const MOST: f64 = 0.8;

static CLOCK: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("^(?:{TIME})$")));

/// The cues of a table, in the order of time; empty where it is none.
pub(super) fn with_columns(text: &str) -> Vec<Cue> {
    let read = |divider: &u8| of_table(text, *divider);
    DIVIDERS.iter().find_map(read).unwrap_or_default()
}

fn of_table(text: &str, divider: u8) -> Option<Vec<Cue>> {
    let mut reader = ReaderBuilder::new()
        .delimiter(divider)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let rows: Vec<StringRecord> = reader.records().collect::<Result<_, _>>().ok()?;
    // A first row without times names the columns.
    let is_named = rows.first().is_some_and(|row| clocks(row).is_empty());
    let rows = &rows[usize::from(is_named)..];
    let columns = clocks(rows.first()?);
    let (start, end) = (*columns.first()?, *columns.get(1)?);
    let words = (end + 1..rows[0].len()).rfind(|column| {
        let field = rows[0].get(*column).unwrap_or_default();
        field.chars().any(char::is_alphabetic)
    })?;
    let cue = |row: &StringRecord| {
        let of = |column| {
            row.get(column)
                .map(str::trim)
                .filter(|field| CLOCK.is_match(field))
        };
        let (start, end) = (seconds(of(start)?)?, seconds(of(end)?)?);
        let runs = runs(row.get(words)?.trim());
        (end > start && !runs.is_empty()).then_some(Cue { start, end, runs })
    };
    let mut cues: Vec<Cue> = rows.iter().filter_map(cue).collect();
    let is_table = cues.len() as f64 >= rows.len() as f64 * MOST && (is_named || rows.len() > 1);
    cues.sort_by(|a, b| a.start.total_cmp(&b.start));
    is_table.then_some(cues)
}

/// The columns of a row that are times.
fn clocks(row: &StringRecord) -> Vec<usize> {
    let is_clock = |(_, field): &(usize, &str)| CLOCK.is_match(field.trim());
    let found = row.iter().enumerate().filter(is_clock);
    found.map(|(column, _)| column).collect()
}

/// Cues as a table with the names of its columns.
pub(super) fn table(cues: &[Cue]) -> String {
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .from_writer(Vec::new());
    let mut write = |row: [&str; 4]| writer.write_record(row).is_ok();
    let mut is_written = write(COLUMNS);
    for (index, cue) in cues.iter().enumerate() {
        let number = (index + 1).to_string();
        let (start, end) = (time(cue.start, '.'), time(cue.end, '.'));
        is_written &= write([&number, &start, &end, &cue.text()]);
    }
    debug_assert!(is_written, "writing into memory does not fail");
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written_and_read_back() {
        let cues = [
            Cue::plain(1.2, 3.4, "One, \"two\"\nthree".to_owned()),
            Cue::plain(4.0, 6.5, "Four".to_owned()),
        ];
        let written = table(&cues);
        assert_eq!(
            written,
            "Number,Start,End,Text\n1,00:00:01.200,00:00:03.400,\"One, \"\"two\"\"\nthree\"\n\
             2,00:00:04.000,00:00:06.500,Four\n"
        );
        assert_eq!(with_columns(&written), cues);
        let others = "0:01;0:02;Ann;Hello\n0:03;0:04;Bob;Bye\n";
        let texts: Vec<String> = with_columns(others).iter().map(Cue::text).collect();
        assert_eq!(texts, ["Hello", "Bye"]);
    }

    #[test]
    fn sentences_with_times_are_no_table() {
        assert!(with_columns("At 10:30, 11:45, or later\nwe go, all of us").is_empty());
        assert!(with_columns("10:30, 11:45, lunch").is_empty());
        assert!(with_columns("").is_empty());
    }
}
