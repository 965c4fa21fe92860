//! Speech from texts, sentence by sentence: by the program espeak-ng, where it is installed
//! ([`program`](super::program)), with the voice of the text's language
//! ([`voices`](super::voices)), or by a model.

use patchbay_audio_dsp::levelling;
use patchbay_audio_dsp::resampling::resampled;
use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;

use crate::ToolError;
use crate::shared::language::{plain, sentences_in};

/// The sample rate of the result, that of videos.
const RATE: u32 = 48_000;
/// The loudness of the result, in LUFS: that of speech on the web.
pub(crate) const LOUDNESS: f64 = -16.0;
/// Silence before the first word, between sentences, between paragraphs and after the last word, in
/// seconds.
const BEFORE: f64 = 0.1;
const SENTENCE: f64 = 0.35;
const PARAGRAPH: f64 = 0.8;
const AFTER: f64 = 0.3;
/// The longest text that is read, in characters: about three hours.
const LONGEST: usize = 150_000;

/// Is told how far something is, from 0 to 1, and stops it.
pub(crate) type Progress<'a> = dyn Fn(f64) -> Result<(), Cancelled> + 'a;

/// Function that says a sentence; none where nothing of it is pronounced.
pub(crate) type Say<'a> = dyn FnMut(&str, &Progress) -> Result<Option<AudioBuffer>, ToolError> + 'a;

/// Reads a text aloud by what says its sentences. Longer ones than `longest_sentence` characters
/// are cut at a space.
pub(crate) fn read_aloud(
    text: &str,
    longest_sentence: usize,
    say: &mut Say,
    progress: &Progress,
) -> Result<AudioBuffer, ToolError> {
    let text = plain(text);
    let count = text.chars().count();
    if !text.chars().any(char::is_alphanumeric) {
        return Err(ToolError::Input(
            "There are no words to read aloud. Give a text with words.".to_owned(),
        ));
    }
    if count > LONGEST {
        return Err(ToolError::Input(format!(
            "The text has {count} characters, and up to {LONGEST} (about three hours) can be read aloud. Give a part of it."
        )));
    }
    let mut spoken = AudioBuffer::default();
    let mut done = 0;
    for (number, paragraph) in text.split("\n\n").enumerate() {
        for (index, sentence) in sentences_in(paragraph)
            .into_iter()
            .flat_map(|sentence| pieces(sentence, longest_sentence))
            .enumerate()
        {
            let length = sentence.chars().count();
            let at = |part: f64| {
                progress(
                    0.8 * ((done as f64 + part * length as f64) / count.max(1) as f64).min(1.0),
                )
            };
            at(0.0)?;
            let said = say(sentence, &at)?;
            done += length;
            let Some(said) = said else { continue };
            let pause = match (number, index) {
                _ if spoken.channels.is_empty() => BEFORE,
                (_, 0) => PARAGRAPH,
                _ => SENTENCE,
            };
            append(&mut spoken, &said, pause);
        }
    }
    let Some(samples) = spoken.channels.first_mut() else {
        return Err(ToolError::Input(
            "Nothing in the text can be pronounced. Give a text with words.".to_owned(),
        ));
    };
    samples.extend(std::iter::repeat_n(
        0.0,
        (AFTER * f64::from(spoken.sample_rate)) as usize,
    ));
    let mut audio = resampled(&spoken, RATE, &|done| progress(0.8 + 0.1 * done))?;
    levelling::bring_to(&mut audio, LOUDNESS, &|| progress(0.95))?;
    Ok(audio)
}

/// A sentence in parts of at most so many characters, cut after a comma where there is one, else at
/// a space.
fn pieces(sentence: &str, longest: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = sentence.trim();
    while let Some((limit, _)) = rest.char_indices().nth(longest) {
        let head = &rest[..limit];
        let cut = head
            .rfind([',', ';', ':', '–', '、', '，'])
            .or_else(|| head.rfind(char::is_whitespace));
        let cut = cut.map_or(limit, |at| {
            at + head[at..].chars().next().map_or(0, char::len_utf8)
        });
        pieces.push(rest[..cut].trim());
        rest = rest[cut..].trim_start();
    }
    pieces.push(rest);
    pieces
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// Appends what was said after a pause, without the silence around it.
fn append(spoken: &mut AudioBuffer, said: &AudioBuffer, pause: f64) {
    let Some(samples) = said.channels.first() else {
        return;
    };
    let is_heard = |sample: &f32| sample.abs() > 1e-3;
    let (Some(first), Some(last)) = (
        samples.iter().position(is_heard),
        samples.iter().rposition(is_heard),
    ) else {
        return;
    };
    if spoken.channels.is_empty() {
        *spoken = AudioBuffer {
            sample_rate: said.sample_rate,
            channels: vec![Vec::new()],
        };
    }
    let margin = said.sample_rate as usize / 100;
    if let Some(channel) = spoken.channels.first_mut() {
        channel.extend(std::iter::repeat_n(
            0.0,
            (pause * f64::from(said.sample_rate)) as usize,
        ));
        channel.extend_from_slice(
            &samples[first.saturating_sub(margin)..(last + margin).min(samples.len())],
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_cut_between_words() {
        let sentence = format!(
            "{}, and then {}",
            "word ".repeat(60).trim(),
            "more ".repeat(60).trim()
        );
        let pieces = pieces(&sentence, 400);
        assert!(pieces.len() == 2 && pieces.iter().all(|piece| piece.chars().count() <= 400));
        assert!(pieces[0].ends_with(','), "{}", pieces[0]);
        assert_eq!(pieces.join(" "), sentence);
        assert_eq!(super::pieces(&"語".repeat(1_000), 400).len(), 3);
        assert!(super::pieces("  ", 400).is_empty());
    }
}
