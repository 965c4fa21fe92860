//! Videos and their audio: that of one put under another, or changed in the video itself.

use std::sync::LazyLock;

use patchbay_domain::{
    InputValue, Parameter, ParameterKind, ResourceType, SubtaskId, Tool, ToolIndex,
};
use patchbay_phrases::values;
use regex::Regex;

use super::super::clauses::Clause;
use super::super::reader::HeardClause;
use super::candidates::MEANT;
use super::{Reading, Subject};
use crate::words::tokens::Kind;

/// Words that ask for a video's audio as a file of its own.
static TAKEN_OUT: LazyLock<Regex> = LazyLock::new(|| {
    let files = "extract|separate|export|wav|mp3|flac|m4a|podcast|audio file|sound file|as audio";
    let alone = "only the (?:sound|audio)|take the (?:sound|audio)";
    Regex::new(&format!(r"(?i)\b(?:{files}|{alone})\b")).expect("a valid expression")
});

impl Reading<'_> {
    /// “… and put the sound of b.mp4 on it”: the video that an earlier clause made goes before the
    /// one that is named.
    pub(super) fn add_target_video(
        &self,
        subjects: &mut Vec<Subject>,
        heard: &HeardClause,
        tool: &Tool,
        by_clause: &[Vec<SubtaskId>],
    ) {
        let [named] = subjects.as_slice() else { return };
        if !named.named || named.depends_on.is_some() || !self.wants_audio_of_a_video(heard, tool) {
            return;
        }
        let meant = by_clause
            .iter()
            .zip(&heard.earlier)
            .filter(|(_, probability)| **probability > MEANT);
        let video =
            |id: &&SubtaskId| self.subtask(**id).goal.returns.resource_type == ResourceType::VIDEO;
        let of_it = |id: &&SubtaskId| {
            self.subtask(**id)
                .goal
                .args
                .iter()
                .any(|a| a.value == named.value)
        };
        let last = meant
            .flat_map(|(made, _)| made)
            .filter(video)
            .rfind(|id| !of_it(id));
        if let Some(id) = last.filter(|_| named.resource_type == ResourceType::VIDEO) {
            subjects.insert(0, self.result(*id, true));
        }
    }

    /// Whether a tool takes a video and an audio clip, and no other audio is asked for than that of
    /// a video.
    fn wants_audio_of_a_video(&self, heard: &HeardClause, tool: &Tool) -> bool {
        let takes = |wanted: ResourceType| self.media(tool).any(|of| *of == wanted);
        let makes_audio = |other: &Tool| {
            other.returns == ResourceType::AUDIO && self.media(other).next().is_none()
        };
        let is_made =
            heard.spans.says_something() || self.spoken_of(&heard.clause, MEANT).any(makes_audio);
        takes(ResourceType::VIDEO) && takes(ResourceType::AUDIO) && !is_made
    }

    /// Whether two videos are meant for a tool that takes one and an audio clip, and no other audio
    /// is asked for: the audio is that of the other.
    pub(super) fn is_audio_of_another(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        subjects: &[Subject],
    ) -> bool {
        let is_video = |subject: &Subject| subject.resource_type == ResourceType::VIDEO;
        let of_a_file = subjects.iter().any(|subject| subject.depends_on.is_none());
        subjects.len() == 2
            && of_a_file
            && subjects.iter().all(is_video)
            && self.wants_audio_of_a_video(heard, tool)
    }

    /// Where a clause wants the audio of a video changed, and not as a file of its own: the tool
    /// that puts audio into a video.
    pub(super) fn puts_back(&self, tool: &Tool, lists: &[Vec<Subject>]) -> Option<ToolIndex> {
        let media: Vec<&ResourceType> = self.media(tool).collect();
        let changes_audio = media == [&ResourceType::AUDIO] && tool.returns == ResourceType::AUDIO;
        let subjects = || {
            lists.iter().flatten().filter(|s| {
                !self
                    .graph
                    .toolbox()
                    .fits(&s.resource_type, &ResourceType::TEXT)
            })
        };
        let of_videos = subjects().next().is_some()
            && subjects().all(|s| s.resource_type == ResourceType::VIDEO);
        if !changes_audio || !of_videos || TAKEN_OUT.is_match(self.text) {
            return None;
        }
        let takes = |tool: &Tool, of: ResourceType| {
            tool.args
                .iter()
                .any(|argument| argument.resource_type == of)
        };
        let joins = |tool: &Tool| {
            tool.returns == ResourceType::VIDEO
                && takes(tool, ResourceType::VIDEO)
                && takes(tool, ResourceType::AUDIO)
        };
        let toolbox = self.graph.toolbox();
        // Words about how audio sounds do not tell in which way it is put back: in the quickest.
        let cost = |tool: &ToolIndex| toolbox[*tool].seconds;
        toolbox
            .indices()
            .filter(|other| joins(&toolbox[*other]))
            .min_by(|one, other| cost(one).total_cmp(&cost(other)))
    }

    /// Where a clause seems to ask for a video's audio, and its words are about how that sounds:
    /// the likeliest tool that changes audio. “Even out the volume in talk.mp4”. Where another
    /// clause follows, a hum may only be told of.
    pub(super) fn changes_its_audio(
        &self,
        clause: &Clause,
        key: ToolIndex,
        goes_on: bool,
    ) -> Option<ToolIndex> {
        static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
            let verbs =
                "boost|raise|lower|turn (?:up|down)|turn .{1,30} (?:up|down)|amplify|equali[sz]e";
            Regex::new(&format!(
                r"(?i)\b(?:{verbs}|louder|quieter|softer|reverb|echo)\b"
            ))
            .expect("a valid expression")
        });
        static EVENS: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:even(?: \w+){0,3} out|level|normali[sz]e|denoise)\b")
                .expect("a valid expression")
        });
        static NOISE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(?:volume|loudness|hiss|hum|humming|noise|noisy|crackle|crackling)\b",
            )
            .expect("a valid expression")
        });
        let toolbox = self.graph.toolbox();
        let changes = |tool: &Tool| {
            tool.returns == ResourceType::AUDIO
                && self.media(tool).eq([&ResourceType::AUDIO])
                && tool.args.len() < 3
        };
        let words = self.words_beside_names(clause);
        // “It has a hum, clean the sound” says nothing of what is to be muted.
        let said = values::said(&toolbox[key], &words);
        let is_unsaid = toolbox[key].returns == ResourceType::VIDEO
            && self.media(&toolbox[key]).eq([&ResourceType::VIDEO])
            && toolbox[key].is_unsaid(|name| said.contains_key(name));
        let takes_out = is_unsaid || self.takes_audio_out(&toolbox[key]);
        let by_words = AMOUNT.is_match(&words);
        let is_wish = by_words || EVENS.is_match(&words) || (!goes_on && NOISE.is_match(&words));
        if !takes_out || !is_wish || TAKEN_OUT.is_match(self.text) {
            return None;
        }
        let likeness = |tool: &ToolIndex| clause.alignments[tool.0].likeness;
        // How much is told in words, which a tool has to follow.
        let follows = |tool: &Tool| tool.instruction().is_some();
        let fits =
            |tool: &ToolIndex| changes(&toolbox[*tool]) && follows(&toolbox[*tool]) == by_words;
        toolbox
            .indices()
            .filter(fits)
            .max_by(|a, b| likeness(a).total_cmp(&likeness(b)).then(b.cmp(a)))
    }

    /// Several images of which one video is wanted are one subject: “a slideshow of these”, “a
    /// timelapse of them”.
    pub(super) fn as_one_show(
        &self,
        clause: &Clause,
        tool: &Tool,
        lists: Vec<Vec<Subject>>,
    ) -> Vec<Vec<Subject>> {
        static ONE: LazyLock<Regex> = LazyLock::new(|| {
            let video = "slide ?show|photo ?film|montage|film|video|movie|clip|reel";
            Regex::new(&format!(
                r"(?i)\b(?:an?|one|single) (?:[\w-]+ ){{0,3}}(?:{video})\b|\bslide ?show\b|\b(?:time[ -]?lapse|stop[ -]?motion)\b"
            ))
            .expect("a valid expression")
        });
        static EACH: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:each|every|individual(?:ly)?|separate(?:ly)?|apiece|own)\b")
                .expect("a valid expression")
        });
        let words = self.span(clause.tokens.clone());
        let wants_one = ONE.is_match(words) && !EACH.is_match(words);
        let is_image = |subject: &Subject| {
            subject.resource_type == ResourceType::IMAGE && subject.depends_on.is_none()
        };
        let takes = |of: &ResourceType| self.media(tool).filter(|media| *media == of).count();
        let makes_video = tool.returns == ResourceType::VIDEO
            && takes(&ResourceType::IMAGE) == 1
            && takes(&ResourceType::VIDEO) == 0;
        let each_has_one = lists
            .iter()
            .all(|list| list.iter().filter(|subject| is_image(subject)).count() == 1);
        if lists.len() < 2 || !makes_video || !each_has_one || !wants_one {
            return lists;
        }
        let images = lists.iter().flatten().filter(|subject| is_image(subject));
        let all = images
            .flat_map(|subject| subject.value.values())
            .cloned()
            .collect();
        let mut one = lists.into_iter().next().unwrap_or_default();
        if let Some(image) = one.iter_mut().find(|subject| is_image(subject)) {
            image.value = InputValue::Many(all);
        }
        vec![one]
    }

    /// Where a clause only says that a video's audio is bad or is to go, and another says what is
    /// to be done: what it is about. “a.mp4 has a fan humming, clean the sound”; “throw its sound
    /// away and use b.wav”. Nobody wants that sound as a file.
    pub(super) fn only_tells_of_audio(
        &mut self,
        heard: &HeardClause,
        tool: &Tool,
        goes_on: bool,
        by_clause: &[Vec<SubtaskId>],
    ) -> Option<Vec<SubtaskId>> {
        static AUDIO: LazyLock<Regex> = LazyLock::new(|| {
            let words = "sounds?|audio|soundtrack|track|voices?|speech|music|dialogue|narration|wav|mp3|flac|m4a|aac|ogg";
            Regex::new(&format!(r"(?i)\b(?:{words})\b")).expect("a valid expression")
        });
        static GOES: LazyLock<Regex> = LazyLock::new(|| {
            let verbs = "drop|mute|throw|remove|delete|lose|ditch|discard|kill|get rid|strip";
            Regex::new(&format!(r"(?i)\b(?:{verbs})\b|\bno sound\b|\bwithout\b"))
                .expect("a valid expression")
        });
        let words = self.words_beside_names(&heard.clause);
        let said = values::said(tool, &words);
        // Of a tool that only needs to be told which of some ways.
        let is_choice = |one: &Parameter| one.kind == ParameterKind::Choice;
        let mut needed = tool.parameters.iter().filter(|one| one.needed);
        let lacks_a_value = needed.all(is_choice) && tool.is_unsaid(|name| said.contains_key(name));
        if !goes_on
            || !(lacks_a_value || self.takes_audio_out(tool))
            || (AUDIO.is_match(&words) && !GOES.is_match(&words))
        {
            return None;
        }
        if by_clause.is_empty() {
            self.listed = self.named_in(heard.clause.tokens.clone());
            return (!self.listed.is_empty()).then(Vec::new);
        }
        by_clause.last().cloned()
    }

    /// Whether a tool makes an audio clip of a video and of nothing else.
    fn takes_audio_out(&self, tool: &Tool) -> bool {
        self.media(tool).eq([&ResourceType::VIDEO])
            && tool.args.len() == 1
            && tool.returns == ResourceType::AUDIO
    }

    /// The words of a clause without the names in it, which say nothing of what is wished:
    /// mute.mp4, noise.mp4.
    fn words_beside_names(&self, clause: &Clause) -> String {
        let spoken = self.tokens[clause.tokens.clone()]
            .iter()
            .filter(|token| !matches!(token.kind, Kind::Files(_)));
        spoken
            .map(|token| &self.text[token.start..token.end])
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Whether what is there has audio in it that a tool can take out.
    pub(super) fn holds_audio(&self) -> bool {
        let takes_out = |tool: &Tool| {
            tool.returns == ResourceType::AUDIO
                && tool
                    .args
                    .iter()
                    .all(|argument| self.is_anywhere(&argument.resource_type))
        };
        self.graph
            .toolbox()
            .tools
            .iter()
            .filter(|tool| self.media(tool).count() > 0)
            .any(takes_out)
    }
}
