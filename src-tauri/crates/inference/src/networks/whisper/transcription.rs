//! Audio of any length, window after window; what a model doubts or repeats is written again less
//! greedily (Radford et al. 2022, section 4.5).

use std::io::Write;

use candle_core::Tensor;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::alignment::usual_heads;
use super::decode::{DecodedTokens, TokenDecoder};
use super::model::Whisper;
use super::postprocess::{Stretch, cut};
use super::preprocess::Spectrogram;
use super::words::{Word, timed};
use crate::networks::musicgen::Draw;
use crate::networks::stable_diffusion::Noise;
use crate::{InferenceError, Watch};

/// Steps of a spectrogram in a second.
const STEPS: f64 = 100.0;

/// How a recording is transcribed.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The language that is spoken, as `en`; where it is not said, or is none that the model knows,
    /// it is told from the audio.
    pub language: Option<String>,
    /// A window is left out where it is likelier than this that nobody speaks, 0 to 1, and what was
    /// written is less likely than `least_log_probability`.
    pub no_speech: f64,
    /// The mean of the natural logarithms of how likely the tokens are, below which what was
    /// written is doubted.
    pub least_log_probability: f64,
    /// Maximum ratio of a text's length to its length when it is compressed; one that repeats
    /// itself has a higher one, and is doubted.
    pub most_compression: f64,
    /// A window is written at each of these temperatures in turn until the text is not doubted; the
    /// last text stands. At 0 the likeliest token follows, above 0 one is drawn.
    pub temperatures: Vec<f64>,
    /// Seed of the draws of tokens: the same seed writes the same.
    pub seed: u64,
    /// Words as if said before, in whose manner the text is written: with hesitations where it has some.
    pub prompt: Option<String>,
    /// Whether segments get the times of their words.
    pub words: bool,
}

impl Default for Options {
    /// As Whisper's authors have it (section 4.5).
    fn default() -> Self {
        Self {
            language: None,
            no_speech: 0.6,
            least_log_probability: -1.0,
            most_compression: 2.4,
            temperatures: vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
            seed: 0,
            prompt: None,
            words: false,
        }
    }
}

/// Transcript of a recording.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transcript {
    /// The language, as `en`; none where nothing is said, or where the model knows English only.
    pub language: Option<String>,
    /// Segments of speech, in the order of time.
    pub segments: Vec<Segment>,
}

/// A stretch of speech, a sentence or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// Its beginning, in seconds.
    pub start: f64,
    /// Its end, in seconds; not before its beginning, but it may lie behind the recording's end.
    pub end: f64,
    /// Its tokens, times among them.
    pub ids: Vec<u32>,
    /// Its words.
    pub text: String,
    /// Them one by one, where they were asked for.
    pub words: Vec<Word>,
}

/// A window of a spectrogram, in steps of 10 ms.
#[derive(Clone, Copy)]
struct Window {
    from: usize,
    /// Number of its steps that lie within the audio.
    steps: usize,
}

impl Whisper {
    /// Writes down what is said in a recording.
    pub fn transcribe(
        &self,
        spectrogram: &Spectrogram,
        options: &Options,
        watch: Watch,
    ) -> Result<Transcript, InferenceError> {
        let prompt = self.prompt(options)?;
        let network = &self.network;
        let decoder = network.token_decoder(&self.generation, &prompt);
        let (all, window) = (spectrogram.steps(), self.config.window());
        let known = options
            .language
            .as_ref()
            .map(|language| format!("<|{language}|>"));
        let mut language = known.and_then(|known| self.generation.lang_to_id.get(&known).copied());
        let mut noise = Noise::new(options.seed);
        let mut draw = || noise.evenly();
        let mut segments = Vec::new();
        let (mut from, mut reported) = (0, 0.0);
        while from < all {
            let steps = window.min(all - from);
            // Windows overlap where the last one was not written to its end.
            let end = f64::max(reported, (from + steps) as f64 / all as f64);
            let watch = watch.part(reported, end);
            reported = end;
            watch.at(0, 1)?;
            if spectrogram.is_silent(from) {
                from += steps;
                continue;
            }
            let heard = network.hear(
                &spectrogram.window(from, network.dtype, &network.device)?,
                watch.part(0.0, 0.5),
            )?;
            if language.is_none() {
                language = decoder.language(&heard, watch.part(0.5, 0.55))?;
            }
            let writing = watch.part(0.55, if options.words { 0.9 } else { 1.0 });
            let written =
                self.written((&decoder, &heard), language, options, &mut draw, writing)?;
            let Some(written) = written.filter(|written| !options.is_silence(written)) else {
                from += steps;
                continue;
            };
            let (stretches, covered) = cut(&written.ids, self.generation.first_time(), steps);
            let mut words = if options.words {
                let window = Window { from, steps };
                let aligning = watch.part(0.9, 1.0);
                self.aligned((&decoder, &heard), &stretches, language, window, aligning)?
            } else {
                vec![Vec::new(); stretches.len()]
            };
            for (stretch, words) in stretches.into_iter().zip(&mut words) {
                let seconds = |step: usize| (from + step) as f64 / STEPS;
                let (start, end) = (seconds(stretch.from), seconds(stretch.to.max(stretch.from)));
                let text = self.text(&stretch.ids)?;
                segments.push(Segment {
                    start,
                    end,
                    ids: stretch.ids,
                    text,
                    words: std::mem::take(words),
                });
            }
            // What covers no time would be heard for ever.
            from += covered.max(1);
        }
        let language = language.filter(|_| !segments.is_empty());
        let language = language
            .and_then(|token| self.generation.language(token))
            .map(str::to_owned);
        Ok(Transcript { language, segments })
    }

    /// Returns the text of a window, at the first temperature at which it is not doubted, else at
    /// the last one.
    fn written(
        &self,
        (decoder, heard): (&TokenDecoder, &Tensor),
        language: Option<u32>,
        options: &Options,
        draw: Draw,
        watch: Watch,
    ) -> Result<Option<DecodedTokens>, InferenceError> {
        let mut last = None;
        for (attempt, temperature) in options.temperatures.iter().enumerate() {
            // Further attempts are rare, and how many there will be is not known: the first has the
            // whole of the progress.
            let watch = if attempt == 0 {
                watch
            } else {
                watch.part(1.0, 1.0)
            };
            let written = decoder.write(heard, language, (*temperature, &mut *draw), watch)?;
            let doubted = written.mean_log_probability < options.least_log_probability
                || compression(&self.text(&written.ids)?) > options.most_compression;
            let is_done = !doubted || options.is_silence(&written);
            last = Some(written);
            if is_done {
                break;
            }
        }
        Ok(last)
    }

    /// The words of each stretch of a window, with their times.
    fn aligned(
        &self,
        (decoder, heard): (&TokenDecoder, &Tensor),
        stretches: &[Stretch],
        language: Option<u32>,
        window: Window,
        watch: Watch,
    ) -> Result<Vec<Vec<Word>>, InferenceError> {
        let ids: Vec<Vec<u32>> = stretches
            .iter()
            .map(|stretch| self.without_marks(&stretch.ids))
            .collect();
        let usual = || {
            usual_heads(
                self.config.decoder_layers,
                self.config.decoder_attention_heads,
            )
        };
        let heads = self.generation.alignment_heads.clone();
        let heads = heads.unwrap_or_else(usual);
        let moments = window.steps.div_ceil(2);
        let all = ids.concat();
        let starts = decoder.starts(heard, (&all, language), (&heads, moments), watch)?;
        let seconds = |step: usize| (window.from + step) as f64 / STEPS;
        let starts: Vec<f64> = starts.iter().map(|moment| seconds(2 * moment)).collect();
        let name = language.and_then(|token| self.generation.language(token));
        let mut at = 0;
        let words = ids.iter().zip(stretches).map(|(ids, stretch)| {
            let own = &starts[at..=at + ids.len()];
            at += ids.len();
            let within = (seconds(stretch.from), seconds(stretch.to));
            Ok(timed(self.words(ids, name)?, own, within))
        });
        words.collect()
    }

    /// The tokens of the prompt, the last ones where it is too long; none where there is none.
    fn prompt(&self, options: &Options) -> Result<Vec<u32>, InferenceError> {
        let Some(prompt) = &options.prompt else {
            return Ok(Vec::new());
        };
        let ids = self.tokenizer.ids(&[format!(" {}", prompt.trim())])?;
        let ids = self.without_marks(&ids[0]);
        let longest = self.config.max_target_positions / 2 - 1;
        Ok(ids[ids.len().saturating_sub(longest)..].to_vec())
    }

    /// The words among tokens; older tokenizers do not know the times.
    fn text(&self, ids: &[u32]) -> Result<String, InferenceError> {
        self.tokenizer.text(&self.without_marks(ids))
    }

    /// Tokens without times and other marks.
    fn without_marks(&self, ids: &[u32]) -> Vec<u32> {
        let ids = ids.iter().copied();
        ids.filter(|id| *id < self.generation.eos_token_id)
            .collect()
    }
}

impl Options {
    /// Whether nobody speaks in a window.
    fn is_silence(&self, written: &DecodedTokens) -> bool {
        written.no_speech > self.no_speech
            && written.mean_log_probability < self.least_log_probability
    }
}

/// Returns the ratio of a text's length to its length when zlib compresses it; 0 if there is no
/// text.
fn compression(text: &str) -> f64 {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing into memory does not fail.
    let compressed = encoder
        .write_all(text.as_bytes())
        .and_then(|()| encoder.finish());
    compressed.map_or(0.0, |bytes| text.len() as f64 / bytes.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::{Options, compression};

    #[test]
    fn a_text_that_repeats_itself_is_compressed_further_than_speech() {
        let doubted = Options::default().most_compression;
        let spoken = "And so, my fellow Americans, ask not what your country can do for you.";
        assert!(
            (0.8..1.2).contains(&compression(spoken)),
            "{}",
            compression(spoken)
        );
        let again = "Thank you for watching. ".repeat(12);
        assert!(
            compression(&again) > 2.0 * doubted,
            "{}",
            compression(&again)
        );
        assert!(compression("").abs() < 1e-9);
    }
}
