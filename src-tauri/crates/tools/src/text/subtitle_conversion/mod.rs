//! Writes subtitles in another file format: `SubRip`, `WebVTT` or Advanced `SubStation` Alpha. Words,
//! times and italics stay; subtitles that are in the format already stay as they are, styles too.

use patchbay_domain::Resource;

use crate::shared::subtitles::{in_format, lines_of, timed_cues};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SubtitleConversion;
inventory::submit!(Registered(&SubtitleConversion));

impl Implementation for SubtitleConversion {
    fn tool(&self) -> &'static str {
        "subtitle_conversion"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = lines_of(&inputs.text("text")?);
        context.check()?;
        let Some(format) = inputs.value("format") else {
            return Err(ToolError::Refused(
                "It is not said which format the subtitles are to have. Say srt, vtt or ass."
                    .to_owned(),
            ));
        };
        if timed_cues(&text).is_empty() {
            return Err(ToolError::Refused(
                "There are no subtitles with times in this text. Attach an SRT, VTT or ASS file."
                    .to_owned(),
            ));
        }
        Ok(Resource::Text(in_format(text, &format)))
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
    fn what_is_no_subtitles_is_said() {
        let said = converted("just words", "srt")
            .expect_err("no subtitles")
            .to_string();
        assert!(said.contains("SRT, VTT or ASS"), "{said}");
    }
}
