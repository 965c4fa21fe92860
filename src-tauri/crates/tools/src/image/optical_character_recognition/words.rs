//! From Tesseract's table of words (its output format `tsv`) to text: words it is unsure of are
//! left out, lines and paragraphs stay apart.

/// Minimum certainty of Tesseract about a word, in percent: below that, photos "say" what leaves
/// and bricks look like.
const SURE: f32 = 40.0;

/// A line of text and where it stands, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// Its words, spaces between them.
    pub text: String,
    /// Block and paragraph that it belongs to.
    pub paragraph: (u32, u32),
    /// Left edge.
    pub left: f32,
    /// Top edge.
    pub top: f32,
    /// Height of its highest word.
    pub height: f32,
}

/// Result of one look at an image.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Reading {
    /// The lines in Tesseract's order.
    pub lines: Vec<Line>,
    /// Letters and digits, each counted as how sure it is (0 to 1): the larger, the better the look
    /// was.
    pub worth: f32,
    /// Mean certainty, from 0 to 1.
    pub certainty: f32,
}

impl Reading {
    /// Reads the table. Columns: level, page, block, paragraph, line, word, left, top, width,
    /// height, confidence, text.
    pub(crate) fn from_table(table: &str) -> Self {
        let mut reading = Self::default();
        let mut letters = 0.0;
        let mut last_line = None;
        for word in table.lines().filter_map(Word::from_row) {
            let count = word
                .text
                .chars()
                .filter(|letter| letter.is_alphanumeric())
                .count() as f32;
            letters += count;
            reading.certainty += count * word.confidence / 100.0;
            if word.confidence < SURE {
                continue;
            }
            reading.worth += count * word.confidence / 100.0;
            match reading.lines.last_mut() {
                Some(line) if last_line == Some(word.line) => {
                    if !joins_without_space(&line.text, word.text) {
                        line.text.push(' ');
                    }
                    line.text.push_str(word.text);
                    line.top = line.top.min(word.top);
                    line.height = line.height.max(word.height);
                }
                _ => reading.lines.push(Line {
                    text: word.text.to_owned(),
                    paragraph: (word.line.0, word.line.1),
                    left: word.left,
                    top: word.top,
                    height: word.height,
                }),
            }
            last_line = Some(word.line);
        }
        reading.certainty /= letters.max(1.0);
        // A line of signs alone is a rule or a speck.
        reading
            .lines
            .retain(|line| line.text.chars().any(char::is_alphanumeric));
        reading
    }

    /// The lines from top to bottom, and from left to right where they stand beside each other: for
    /// words that are strewn over an image, which Tesseract gives in no order.
    #[must_use]
    pub(crate) fn in_rows(mut self) -> Self {
        self.lines.sort_by(|a, b| a.top.total_cmp(&b.top));
        let mut rows: Vec<Vec<Line>> = Vec::new();
        for line in self.lines {
            let middle = line.top + 0.5 * line.height;
            match rows.last_mut() {
                Some(row)
                    if row
                        .first()
                        .is_some_and(|first| middle < first.top + first.height) =>
                {
                    row.push(line);
                }
                _ => rows.push(vec![line]),
            }
        }
        for row in &mut rows {
            row.sort_by(|a, b| a.left.total_cmp(&b.left));
        }
        self.lines = rows.into_iter().flatten().collect();
        self
    }

    /// The text: one line for each line, an empty one between paragraphs.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (index, line) in self.lines.iter().enumerate() {
            if let Some(before) = index
                .checked_sub(1)
                .and_then(|before| self.lines.get(before))
            {
                text.push_str(if before.paragraph == line.paragraph {
                    "\n"
                } else {
                    "\n\n"
                });
            }
            text.push_str(&line.text);
        }
        text
    }
}

struct Word<'a> {
    /// Block, paragraph, line.
    line: (u32, u32, u32),
    left: f32,
    top: f32,
    height: f32,
    /// Percent.
    confidence: f32,
    text: &'a str,
}

impl<'a> Word<'a> {
    /// None for rows that are no word: the heading, and those of blocks and lines, whose confidence
    /// is -1.
    fn from_row(row: &'a str) -> Option<Self> {
        let columns: Vec<&str> = row.splitn(12, '\t').collect();
        let &[
            _,
            _,
            block,
            paragraph,
            line,
            _,
            left,
            top,
            _,
            height,
            confidence,
            text,
        ] = columns.as_slice()
        else {
            return None;
        };
        let confidence = confidence
            .parse::<f32>()
            .ok()
            .filter(|confidence| *confidence >= 0.0)?;
        let text = text.trim();
        (!text.is_empty()).then_some(Self {
            line: (
                block.parse().ok()?,
                paragraph.parse().ok()?,
                line.parse().ok()?,
            ),
            left: left.parse().ok()?,
            top: top.parse().ok()?,
            height: height.parse().ok()?,
            confidence,
            text,
        })
    }
}

/// Whether two words belong to a script that is written without spaces (Chinese, Japanese, Thai).
pub(super) fn joins_without_space(before: &str, after: &str) -> bool {
    let unspaced = |letter: char| matches!(u32::from(letter), 0x0E00..=0x0EFF | 0x3000..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF);
    before.chars().next_back().is_some_and(unspaced) && after.chars().next().is_some_and(unspaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(
        (block, paragraph, line): (u32, u32, u32),
        (left, top): (u32, u32),
        confidence: f32,
        text: &str,
    ) -> String {
        format!(
            "5\t1\t{block}\t{paragraph}\t{line}\t1\t{left}\t{top}\t50\t20\t{confidence}\t{text}\n"
        )
    }

    #[test]
    fn words_become_lines_and_paragraphs_and_doubtful_ones_go() {
        let table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
            1\t1\t0\t0\t0\t0\t0\t0\t640\t480\t-1\t\n"
            .to_owned()
            + &row((1, 1, 1), (10, 10), 96.2, "Open")
            + &row((1, 1, 1), (70, 10), 91.0, "daily")
            + &row((1, 1, 2), (10, 40), 88.0, "9–17")
            + &row((1, 1, 2), (70, 40), 12.0, "~;")
            + &row((1, 1, 3), (10, 70), 80.0, "|")
            + &row((2, 1, 1), (10, 100), 90.0, "東京")
            + &row((2, 1, 1), (70, 100), 90.0, "駅");
        let reading = Reading::from_table(&table);
        assert_eq!(reading.text(), "Open daily\n9–17\n\n東京駅");
        assert!(
            (0.85..0.95).contains(&reading.certainty),
            "{}",
            reading.certainty
        );
        assert!(Reading::from_table("").text().is_empty());
        assert!(Reading::from_table("nonsense\n\t\t\n").lines.is_empty());
    }

    #[test]
    fn strewn_words_are_read_row_by_row() {
        let table = row((1, 1, 1), (300, 205), 90.0, "right")
            + &row((2, 1, 1), (10, 10), 90.0, "top")
            + &row((3, 1, 1), (10, 200), 90.0, "left");
        let reading = Reading::from_table(&table).in_rows();
        assert_eq!(reading.text(), "top\n\nleft\n\nright");
    }
}
