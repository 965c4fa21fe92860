//! The toolbox's implementations, one folder for each tool:
//! `src/{image,audio,video,text,selection}/<tool>/`.
//!
//! - `mod.rs`: what the tool is for, and the implementations that it hands in with
//!   [`inventory::submit!`] (see [`Implementation`])
//! - `builtin.rs` or `builtin/`: the built-in way, where it takes more than `mod.rs` holds
//! - `model.rs`: the way with a model
//! - whatever else only this tool uses
//!
//! Adding a tool means adding its folder here, with its entry `tool.toml`: the build script lists
//! the folders. What several tools of a medium use lies in `<medium>/shared`, what
//! several media use in `shared`. Imports run from a tool to what is shared, never back; from
//! videos also to what images and audio share, never back. Algorithms that work on pixels or
//! samples alone lie in [`patchbay_vision`] and [`patchbay_audio_dsp`].

pub mod audio;
pub mod image;
pub mod selection;
mod shared;
#[cfg(test)]
mod testing;
pub mod text;
pub mod video;

// What a server writes down becomes the same subtitles.
pub use audio::speech_to_text::subtitles::subtitles;
// Who asks the registry through here has the tools linked in: what is handed in is found only then.
pub use patchbay_tool_api::{
    Context, Implementation, Inputs, PartsRead, Progress, Registered, ToolError, VideoFilter,
    VideoStreams, registry,
};

pub use patchbay_toolbox::TOOLBOX;

#[cfg(test)]
mod tests {
    use patchbay_domain::{ParameterKind, Toolbox};

    use super::TOOLBOX;

    #[test]
    fn numbers_are_read_at_both_ends_of_their_range() {
        let toolbox = Toolbox::from_json(TOOLBOX).expect("the toolbox is valid");
        let mut refused = Vec::new();
        for tool in &toolbox.tools {
            for parameter in &tool.parameters {
                let (Some((least, most)), true) = (parameter.range, parameter.choices.is_empty())
                else {
                    continue;
                };
                // No length of time and no multiple is nothing.
                for end in [least, most].into_iter().filter(|end| *end != 0.0) {
                    if let Err(reason) = patchbay_values::read(tool, parameter, &end.to_string()) {
                        refused.push(format!("{}: {reason}", tool.name));
                    }
                }
            }
        }
        assert_eq!(refused, [""; 0]);
    }

    #[test]
    fn usual_values_are_values_as_they_are_written() {
        let toolbox = Toolbox::from_json(TOOLBOX).expect("the toolbox is valid");
        let mut count = 0;
        for tool in &toolbox.tools {
            for parameter in &tool.parameters {
                for value in &parameter.usual {
                    count += 1;
                    let read = patchbay_values::read(tool, parameter, value);
                    assert_eq!(read.as_ref(), Ok(value), "{}", tool.name);
                }
            }
        }
        assert!(count > 80, "{count} values: some have none any more");
    }

    #[test]
    fn what_writes_several_formats_is_told_which() {
        let toolbox = Toolbox::from_json(TOOLBOX).expect("the toolbox is valid");
        let several = toolbox.tools.iter().filter(|tool| tool.formats.len() > 1);
        let silent: Vec<&str> = several
            .filter(|tool| {
                !tool
                    .parameters
                    .iter()
                    .any(|parameter| parameter.kind == ParameterKind::FileFormat)
            })
            .map(|tool| &*tool.name)
            .collect();
        assert_eq!(silent, [""; 0], "a format that is asked for would be lost");
    }
}
