//! Writes subtitles in another file format: `SubRip`, `WebVTT`, Advanced `SubStation` Alpha, a table or
//! their words alone. Words, times and italics stay; subtitles that are in the format already stay as
//! they are, styles too. Captions that roll become lines that are said once.

use patchbay_domain::Resource;

use crate::shared::subtitles::given::{Subtitles, given, lost_styles};
use crate::shared::subtitles::rolling::unrolled;
use crate::shared::subtitles::{as_format, in_format, own_format};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SubtitleConversion;
inventory::submit!(Registered(&SubtitleConversion));

impl Implementation for SubtitleConversion {
    fn tool(&self) -> &'static str {
        "subtitle_conversion"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let is_other = inputs.value("format").is_some_and(|format| format != "ass");
        if is_other {
            lost_styles(inputs, &["text"])
        } else {
            Vec::new()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let wishes = ["format", "rolling", "mojibake"];
        if wishes.iter().all(|name| inputs.value(name).is_none()) {
            return Err(ToolError::Refused(
                "It is not said which format the subtitles are to have. Say srt, vtt or ass."
                    .to_owned(),
            ));
        }
        let Subtitles { text, cues } = given(inputs, "text", context)?;
        context.check()?;
        let own = own_format(&text);
        let format = inputs.value("format");
        let format = format.as_deref().or(own).unwrap_or("srt");
        let rolling = inputs.value("rolling");
        let merged = match rolling.as_deref() {
            Some("keep") => None,
            _ => unrolled(&cues),
        };
        if let Some(merged) = merged {
            context.progress.say(format!(
                "The captions roll: of {} that say their lines again, {} are left, each line once.",
                cues.len(),
                merged.len()
            ));
            return Ok(Resource::Text(as_format(&merged, format)));
        }
        if rolling.as_deref() == Some("merge") {
            context
                .progress
                .say("The captions do not roll, so that all of them stay.".to_owned());
        }
        Ok(Resource::Text(if own.is_none() {
            as_format(&cues, format)
        } else {
            in_format(text, format)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, inputs};

    const ASS: &str = "\u{feff}[Script Info]\r\nScriptType: v4.00+\r\n[V4+ Styles]\r\nFormat: Name, Fontname\r\n\
        Style: Loud,Impact\r\n[Events]\r\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\r\n\
        Dialogue: 0,0:00:01.00,0:00:03.25,Loud,,0,0,0,,{\\i1}Hello{\\i0}, a < b\\Nyou\r\n";

    fn converted(words: &str, format: &str) -> Result<String, ToolError> {
        let (context, _folder) = context();
        let text = |text: &str| Resource::Text(text.to_owned());
        let given = inputs([("text", text(words)), ("format", text(format))]);
        let made = SubtitleConversion.run(&given, &context)?;
        Ok(made.as_text().unwrap_or_default())
    }

    #[test]
    fn words_times_and_italics_stay() {
        let srt = "1\n00:00:01,000 --> 00:00:03,250\n<i>Hello</i>, a < b\nyou\n";
        assert_eq!(converted(ASS, "srt").expect("subtitles"), srt);
        let vtt = "WEBVTT\n\n00:00:01.000 --> 00:00:03.250\n<i>Hello</i>, a &lt; b\nyou\n";
        assert_eq!(converted(ASS, "vtt").expect("subtitles"), vtt);
        assert_eq!(converted(vtt, "srt").expect("subtitles"), srt);
        let ass = converted(srt, "ass").expect("subtitles");
        assert!(ass.starts_with("[Script Info]\n"), "{ass}");
        let line =
            "Dialogue: 0,0:00:01.00,0:00:03.25,Default,,0,0,0,,{\\i1}Hello{\\i0}, a < b\\Nyou\n";
        assert!(ass.ends_with(line), "{ass}");
    }

    #[test]
    fn styles_stay_where_the_format_does() {
        let kept = converted(ASS, "ass").expect("subtitles");
        assert!(kept.contains("Style: Loud,Impact\n") && kept.contains(",Loud,,0,0,0,,"));
        assert!(kept.starts_with("[Script Info]\n") && !kept.contains('\r'));
    }

    #[test]
    fn tables_and_words_are_written_and_read() {
        let srt = "1\n00:00:01,200 --> 00:00:03,400\nOù étais-tu\nà Noël ?\n\n2\n00:00:04,000 --> 00:00:06,500\nLà.\n";
        let csv = converted(srt, "csv").expect("a table");
        assert!(
            csv.starts_with("Number,Start,End,Text\n1,00:00:01.200,"),
            "{csv}"
        );
        assert_eq!(converted(&csv, "srt").expect("subtitles"), srt);
        assert_eq!(
            converted(srt, "txt").expect("words"),
            "Où étais-tu à Noël ?\nLà.\n"
        );
        let song = "[00:12.50] First line\n[00:14.00] Second line\n";
        let timed = converted(song, "vtt").expect("subtitles");
        assert!(
            timed.contains("00:00:12.500 --> 00:00:14.000\nFirst line"),
            "{timed}"
        );
    }

    #[test]
    fn captions_that_roll_are_said_once() {
        let mut vtt = "WEBVTT\nKind: captions\n".to_owned();
        for (at, line, before) in [
            (0, "one two", " "),
            (2, "three four", "one two so"),
            (4, "five", "three four so"),
        ] {
            vtt = format!(
                "{vtt}\n00:00:0{at}.000 --> 00:00:0{}.990\n{before}\n{line}<00:00:0{at}.500><c> so</c>\n",
                at + 1
            );
            vtt = format!(
                "{vtt}\n00:00:0{}.990 --> 00:00:0{}.000\n{line} so\n \n",
                at + 1,
                at + 2
            );
        }
        let srt = converted(&vtt, "srt").expect("subtitles");
        assert_eq!(srt.matches("-->").count(), 3, "{srt}");
        assert!(
            srt.starts_with("1\n00:00:00,000 --> 00:00:02,000\none two so\n\n2\n00:00:02,000"),
            "{srt}"
        );
    }

    #[test]
    fn what_is_no_subtitles_is_said() {
        let said = converted("just words", "srt")
            .expect_err("no subtitles")
            .to_string();
        assert!(said.contains("SRT, VTT or ASS"), "{said}");
    }
}
