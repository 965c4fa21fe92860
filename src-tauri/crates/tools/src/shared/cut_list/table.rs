//! Tables: Audacity's labels, and CSV with commas, semicolons or tabs between start, end (or duration) and title, in that
//! order or as a first line names them.

use super::{Entry, Wrong, seconds, wrong};

/// Names of columns, by what they mean.
const STARTS: [&str; 6] = ["start", "in", "from", "begin", "start time", "time"];
const ENDS: [&str; 6] = ["end", "out", "to", "stop", "end time", "until"];
const DURATIONS: [&str; 3] = ["duration", "length", "dur"];
const TITLES: [&str; 5] = ["title", "name", "label", "text", "description"];

/// In which column what stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Columns {
    start: usize,
    end: Option<usize>,
    duration: Option<usize>,
    title: Option<usize>,
}

impl Columns {
    /// Those of a line that names them; none where it names no start.
    fn named(cells: &[String]) -> Option<Self> {
        let of = |names: &[&str]| {
            cells
                .iter()
                .position(|cell| names.contains(&cell.trim().to_lowercase().as_str()))
        };
        Some(Self {
            start: of(&STARTS)?,
            end: of(&ENDS),
            duration: of(&DURATIONS),
            title: of(&TITLES),
        })
    }
}

/// The parts that a table names.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, Wrong> {
    let separator = ['\t', ';', ',']
        .into_iter()
        .find(|mark| text.contains(*mark));
    let mut columns = Columns {
        start: 0,
        end: Some(1),
        duration: None,
        title: Some(2),
    };
    let mut entries = Vec::new();
    let mut is_first = true;
    for (line, row) in (1..).zip(text.lines()) {
        // Audacity's lines about frequencies begin with a backslash.
        if row.trim().is_empty() || row.starts_with(['\\', '#']) {
            continue;
        }
        let cells = cells(row, separator.unwrap_or(' '));
        let is_heading = is_first && cells.iter().all(|cell| seconds(cell).is_none());
        is_first = false;
        if is_heading {
            columns = match Columns::named(&cells) {
                Some(columns) => columns,
                None => {
                    return wrong(
                        line,
                        "it names no column “start”, “end” or “duration”, and holds no times",
                    );
                }
            };
            continue;
        }
        entries.push(entry(&cells, columns, line)?);
    }
    Ok(entries)
}

fn entry(cells: &[String], columns: Columns, line: usize) -> Result<Entry, Wrong> {
    let cell = |column: Option<usize>| {
        let cell = cells.get(column?)?.trim();
        (!cell.is_empty()).then_some(cell)
    };
    let time = |column: Option<usize>| {
        let read = |cell: &str| match seconds(cell) {
            Some(seconds) => Ok(seconds),
            None => wrong(line, format!("“{cell}” is no time")),
        };
        cell(column).map(read).transpose()
    };
    let Some(start) = time(Some(columns.start))? else {
        return wrong(line, "it says no time at which the part begins");
    };
    let lasts = time(columns.duration)?.map(|duration| start + duration);
    // A label at a point lasts until the next one.
    let end = time(columns.end)?
        .or(lasts)
        .filter(|end| (end - start).abs() > 1e-9);
    Ok(Entry {
        start,
        end,
        title: cell(columns.title).map(str::to_owned),
        tags: Vec::new(),
        line,
    })
}

/// The cells of a row; what stands in quotes is one.
fn cells(row: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in row.trim_end_matches('\r').chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => cells.push(String::new()),
            letter => cells.last_mut().expect("one was begun").push(letter),
        }
    }
    cells
}
