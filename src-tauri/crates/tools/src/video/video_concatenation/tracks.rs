//! Order in which audio tracks of videos that are joined follow each other.

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{AudioTrack, TrackLabel};

/// An audio track of what is joined: what it says of itself, and the number of the track that is
/// heard of each video.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) label: TrackLabel,
    pub(super) numbers: Vec<usize>,
}

/// The tracks of what is joined, so that each of the first video goes on in its own language. Those
/// that only later videos have come after them. Where a video does not speak the language of the
/// others, what is heard of it otherwise stands in.
pub(super) fn rows(videos: &[MediaFile]) -> Result<Vec<Row>, MediaError> {
    let labels = |video: &MediaFile| -> Result<Vec<TrackLabel>, MediaError> {
        let tracks = AudioTrack::all_of(&video.path, &video.name)?;
        Ok(tracks.into_iter().map(|track| track.label).collect())
    };
    let mut rows: Option<Vec<Row>> = None;
    for (place, video) in videos.iter().enumerate() {
        let labels = labels(video)?;
        rows = Some(match rows {
            Some(rows) => with_next(&rows, &labels, place),
            None => labels
                .into_iter()
                .enumerate()
                .map(|(number, label)| Row {
                    label,
                    numbers: vec![number],
                })
                .collect(),
        });
    }
    Ok(rows.unwrap_or_default())
}

/// The track of a video that a row hears; none where the video has none.
pub(super) fn track(
    row: &Row,
    place: usize,
    video: &MediaFile,
) -> Result<Option<AudioTrack<'static>>, MediaError> {
    let number = row.numbers.get(place).copied().unwrap_or(0);
    let track = AudioTrack::all_of(&video.path, &video.name)?
        .into_iter()
        .nth(number);
    Ok(track.map(|track| track.labelled(row.label.clone())))
}

/// The rows with the tracks of one more video, before which there are `place` others.
fn with_next(rows: &[Row], labels: &[TrackLabel], place: usize) -> Vec<Row> {
    let before: Vec<TrackLabel> = rows.iter().map(|row| row.label.clone()).collect();
    let mut joined: Vec<Row> = Vec::new();
    for (row, number) in pairs(&before, labels) {
        let is_added = joined.len() >= rows.len();
        let old = rows.get(row);
        let own = if is_added {
            labels.get(number)
        } else {
            old.map(|row| &row.label)
        };
        let mut numbers = old.map_or_else(|| vec![0; place], |row| row.numbers.clone());
        numbers.push(number);
        joined.push(Row {
            label: own.cloned().unwrap_or_default(),
            numbers,
        });
    }
    joined
}

/// Pairs of audio of the first video and of the second that follows it, by their numbers: every
/// audio clip at least once.
fn pairs(before: &[TrackLabel], after: &[TrackLabel]) -> Vec<(usize, usize)> {
    let partner = |(number, label): (usize, &TrackLabel), others: &[TrackLabel]| {
        let is_same = |other: &TrackLabel| other.language == label.language;
        let speaks = |other: &TrackLabel| label.language.is_some() && is_same(other);
        if others.get(number).is_some_and(is_same) {
            number
        } else {
            others.iter().position(speaks).unwrap_or(0)
        }
    };
    let mut pairs: Vec<_> = before
        .iter()
        .enumerate()
        .map(|track| (track.0, partner(track, after)))
        .collect();
    let is_left = |track: &(usize, &TrackLabel)| pairs.iter().all(|(_, taken)| *taken != track.0);
    let left: Vec<_> = after
        .iter()
        .enumerate()
        .filter(is_left)
        .map(|track| (partner(track, before), track.0))
        .collect();
    pairs.extend(left);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_audio_track_goes_on_in_its_own_language() {
        let spoken = |languages: &[&str]| -> Vec<TrackLabel> {
            let language = |said: &&str| Some((*said).to_owned()).filter(|said| !said.is_empty());
            languages
                .iter()
                .map(|said| TrackLabel {
                    language: language(said),
                    title: None,
                })
                .collect()
        };
        let pairs = |before: &[&str], after: &[&str]| pairs(&spoken(before), &spoken(after));
        assert_eq!(pairs(&["eng", "deu"], &["deu", "eng"]), [(0, 1), (1, 0)]);
        assert_eq!(pairs(&["eng", "deu"], &[""]), [(0, 0), (1, 0)]);
        assert_eq!(pairs(&["eng"], &["eng", "deu"]), [(0, 0), (0, 1)]);
        assert_eq!(pairs(&["", ""], &["", ""]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&["eng", "eng"], &["eng", "eng"]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&[], &["eng", "deu"]), [(0, 0), (0, 1)]);
        assert_eq!(pairs(&["eng", "deu"], &[]), [(0, 0), (1, 0)]);
    }

    #[test]
    fn a_third_video_goes_on_with_the_rows_of_two() {
        let label = |language: &str| TrackLabel {
            language: Some(language.to_owned()),
            title: None,
        };
        let row = |language: &str, numbers: &[usize]| Row {
            label: label(language),
            numbers: numbers.to_vec(),
        };
        let two = [row("eng", &[0, 1]), row("deu", &[1, 0])];
        let three = with_next(&two, &[label("deu"), label("fra")], 2);
        assert_eq!(
            three,
            [
                row("eng", &[0, 1, 0]),
                row("deu", &[1, 0, 0]),
                row("fra", &[0, 1, 1]),
            ]
        );
        assert_eq!(with_next(&[], &[label("eng")], 2), [row("eng", &[0, 0, 0])]);
    }
}
