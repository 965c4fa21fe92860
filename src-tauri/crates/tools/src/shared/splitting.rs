//! Places where a video or audio clip is split, and names of the pieces.

use patchbay_domain::MediaFile;
use patchbay_media::video::Chapter;
use patchbay_values::times::{Interval, TimeRange, TimeRanges, clock};

use crate::{Context, Inputs, ToolError};

/// The most pieces that are made of one file.
pub(crate) const MOST: usize = 200;
/// The longest title in a file's name, in letters.
const LONGEST_TITLE: usize = 40;

/// Video or audio clip that is split.
#[derive(Clone, Copy)]
pub(crate) struct Whole<'a> {
    pub(crate) file: &'a MediaFile,
    /// `video` or `sound`.
    pub(crate) what: &'static str,
    /// Length in seconds.
    pub(crate) length: f64,
    /// Minimum distance of cuts, in seconds: a frame.
    pub(crate) frame: f64,
}

/// A piece of what is split, in seconds from its start.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    pub(crate) start: f64,
    pub(crate) end: f64,
    /// The title of the chapter that it is, where it is one with a title.
    pub(crate) title: Option<String>,
}

impl Whole<'_> {
    /// The times in seconds at which values of `times`, `every` or `count` split it; none where
    /// none of them is set.
    pub(crate) fn places(&self, inputs: &Inputs) -> Result<Option<Vec<f64>>, ToolError> {
        if let Some(moments) = inputs.moments("times")? {
            let places = moments.on(self.length, self.what);
            return places
                .map(Some)
                .map_err(|error| ToolError::Refused(error.to_string()));
        }
        if let Some(every) = inputs.interval("every")? {
            let apart = match every {
                Interval::Seconds(seconds) => seconds,
                Interval::Frames(frames) => f64::from(frames) * self.frame,
            };
            let count = (self.length / apart.max(1e-6)).ceil();
            if count > MOST as f64 {
                return Err(self.too_many(count));
            }
            let places = (1..count as usize).map(|number| number as f64 * apart);
            return Ok(Some(places.collect()));
        }
        let Some(count) = inputs.count("count")? else {
            return Ok(None);
        };
        let apart = self.length / f64::from(count);
        if apart < self.frame {
            return Err(ToolError::Refused(format!(
                "“{}” is only {} long, too short for {count} parts. Ask for fewer.",
                self.file.name,
                clock(self.length)
            )));
        }
        let places = (1..count).map(|number| f64::from(number) * apart);
        Ok(Some(places.collect()))
    }

    /// The parts that the value `parts` names, a piece each; none where it does not name several.
    ///
    /// # Errors
    /// The value names no parts, one lies outside, or there are too many.
    pub(crate) fn parts(&self, inputs: &Inputs) -> Result<Option<Vec<Piece>>, ToolError> {
        let ranges = inputs.time_ranges("parts")?;
        // One part alone, or what is taken out, splits nothing.
        let Some(ranges) = ranges.filter(|said| said.ranges.len() > 1 && !said.taken_out) else {
            return Ok(None);
        };
        if ranges.ranges.len() > MOST {
            return Err(self.too_many(ranges.ranges.len() as f64));
        }
        let piece = |range: &TimeRange| {
            let one = TimeRanges {
                taken_out: false,
                ranges: vec![*range],
            };
            let kept = one.kept(self.length, self.what);
            let kept = kept.map_err(|error| ToolError::Refused(error.to_string()))?;
            Ok(kept.into_iter().map(|part| Piece {
                start: part.start,
                end: part.end,
                title: None,
            }))
        };
        let pieces: Result<Vec<_>, ToolError> = ranges.ranges.iter().map(piece).collect();
        Ok(Some(pieces?.into_iter().flatten().collect()))
    }

    /// The pieces between `places`, each from the beginning of a frame and at least a frame long.
    ///
    /// # Errors
    /// There is only one, or there are too many.
    pub(crate) fn pieces(&self, mut places: Vec<f64>) -> Result<Vec<Piece>, ToolError> {
        places.sort_by(f64::total_cmp);
        let mut starts = vec![0.0];
        for place in places {
            let place = (place / self.frame).round() * self.frame;
            let is_after = starts
                .last()
                .is_none_or(|before| place - before > self.frame / 2.0);
            if is_after && place < self.length - self.frame / 2.0 {
                starts.push(place);
            }
        }
        if starts.len() == 1 {
            return Err(ToolError::Refused(format!(
                "“{}” would stay in one piece: it is {} long. Choose times within it, or more parts.",
                self.file.name,
                clock(self.length)
            )));
        }
        if starts.len() > MOST {
            return Err(self.too_many(starts.len() as f64));
        }
        let ends = starts[1..].iter().copied().chain([self.length]);
        let pieces = starts.iter().zip(ends).map(|(start, end)| Piece {
            start: *start,
            end,
            title: None,
        });
        Ok(pieces.collect())
    }

    /// A piece for each chapter, and one for what is before the first.
    ///
    /// # Errors
    /// There are no two chapters, or too many.
    pub(crate) fn by_chapters(&self, chapters: &[Chapter]) -> Result<Vec<Piece>, ToolError> {
        if chapters.is_empty() {
            return Err(ToolError::Refused(format!(
                "“{}” has no chapters. Say at which times, how often or into how many parts to split it.",
                self.file.name
            )));
        }
        let mut pieces = self.pieces(chapters.iter().map(|chapter| chapter.start).collect())?;
        for piece in &mut pieces {
            let is_it = |chapter: &&Chapter| (chapter.start - piece.start).abs() <= self.frame;
            let chapter = chapters.iter().find(is_it);
            piece.title = chapter.and_then(|chapter| chapter.title.clone());
        }
        Ok(pieces)
    }

    /// Error where no value tells how to split it; `ways`: what else it can be split by.
    pub(crate) fn unsaid(&self, ways: &str) -> ToolError {
        ToolError::Refused(format!(
            "It is not said where to split the {}. Say “every 30 seconds”, “into 3 parts”, “at 0:30” or “{ways}”.",
            self.what
        ))
    }

    fn too_many(&self, count: f64) -> ToolError {
        ToolError::Refused(format!(
            "“{}” would become {count} parts, and at most {MOST} are made at once. Choose longer ones.",
            self.file.name
        ))
    }
}

/// The purpose after which the file of piece number `index` of `count` is named, such as `part-03`
/// or `03-Intro`.
pub(crate) fn purpose(piece: &Piece, index: usize, count: usize) -> String {
    let width = count.to_string().len();
    let number = format!("{:0width$}", index + 1);
    match &piece.title {
        Some(title) => {
            let title: String = title.chars().take(LONGEST_TITLE).collect();
            format!("{number}-{}", title.trim())
        }
        None => format!("part-{number}"),
    }
}

/// The share of a step's progress, from `begun` on, in which piece number `index` is written.
pub(crate) fn range(begun: f64, index: usize, count: usize) -> (f64, f64) {
    let share = |index: usize| begun + (1.0 - begun) * index as f64 / count.max(1) as f64;
    (share(index), share(index + 1))
}

/// Says that a piece is about to be made; an error where the step is to stop.
pub(crate) fn begin(context: &Context, (from, _): (f64, f64)) -> Result<(), ToolError> {
    context.progress.set(from);
    Ok(context.check()?)
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;

    use super::*;
    use crate::testing::inputs;

    fn file() -> MediaFile {
        MediaFile {
            path: "talk.mp4".into(),
            name: "talk.mp4".to_owned(),
        }
    }

    fn whole(file: &MediaFile) -> Whole<'_> {
        Whole {
            file,
            what: "video",
            length: 10.0,
            frame: 0.04,
        }
    }

    #[test]
    fn values_say_where_to_split() {
        let file = file();
        let places = |name: &'static str, value: &str| {
            whole(&file).places(&inputs([(name, Resource::Text(value.to_owned()))]))
        };
        assert_eq!(places("every", "4 s").unwrap(), Some(vec![4.0, 8.0]));
        assert_eq!(places("every", "100 frames").unwrap(), Some(vec![4.0, 8.0]));
        assert_eq!(places("count", "4").unwrap(), Some(vec![2.5, 5.0, 7.5]));
        assert_eq!(
            places("times", "0:03, end - 0:01").unwrap(),
            Some(vec![3.0, 9.0])
        );
        assert_eq!(places("format", "mp3").unwrap(), None);
        for (name, value, told) in [
            ("every", "0.01 s", "1000 parts"),
            ("count", "900", "too short for 900 parts"),
            ("times", "0:30", "after its end"),
        ] {
            let error = places(name, value).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }

    #[test]
    fn pieces_follow_each_other_without_a_gap() {
        let file = file();
        let pieces = whole(&file)
            .pieces(vec![8.0, 3.0, 3.01, 0.0, 10.0])
            .unwrap();
        let spans: Vec<_> = pieces
            .iter()
            .map(|piece| (piece.start, piece.end))
            .collect();
        assert_eq!(spans.len(), 3);
        for (span, expected) in spans.iter().zip([(0.0, 3.0), (3.0, 8.0), (8.0, 10.0)]) {
            let off = (span.0 - expected.0).abs() + (span.1 - expected.1).abs();
            assert!(off < 1e-9, "{span:?}");
        }
        let error = whole(&file).pieces(vec![9.999]).unwrap_err().to_string();
        assert!(error.contains("stay in one piece"), "{error}");
    }

    #[test]
    fn chapters_give_their_titles() {
        let file = file();
        let chapter = |start: f64, end: f64, title: &str| Chapter {
            start,
            end,
            title: Some(title.to_owned()).filter(|title| !title.is_empty()),
        };
        let chapters = [chapter(2.0, 5.0, "A/B"), chapter(5.0, 10.0, "")];
        let pieces = whole(&file).by_chapters(&chapters).unwrap();
        let names: Vec<_> = pieces
            .iter()
            .enumerate()
            .map(|(index, piece)| purpose(piece, index, 12))
            .collect();
        assert_eq!(names, ["part-01", "02-A/B", "part-03"]);
        let error = whole(&file).by_chapters(&[]).unwrap_err().to_string();
        assert!(error.contains("no chapters"), "{error}");
    }
}
