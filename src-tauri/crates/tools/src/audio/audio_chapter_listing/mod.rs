//! Lists the chapters of an audio file, such as an audio book: a line with time and title for each.

use patchbay_domain::Resource;

use crate::shared::rewriting::listed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioChapterListing;
inventory::submit!(Registered(&AudioChapterListing));

impl Implementation for AudioChapterListing {
    fn tool(&self) -> &'static str {
        "audio_chapter_listing"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        context.check()?;
        listed(inputs.audio("audio")?).map(Resource::Text)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn audio_books_list_their_chapters() {
        let (context, folder) = context();
        let list = folder.path().join("list.txt");
        let chapter = |start: u32, end: u32, title: &str| {
            format!("[CHAPTER]\nTIMEBASE=1/1\nSTART={start}\nEND={end}\ntitle={title}\n")
        };
        let text = [
            ";FFMETADATA1\n",
            &chapter(0, 2, "One"),
            &chapter(2, 4, "Two"),
        ]
        .concat();
        std::fs::write(&list, text).expect("a file");
        let arguments = format!(
            "-f lavfi -i sine=duration=4 -i {} -map 0 -map_metadata 1 -map_chapters 1",
            list.display()
        );
        let audio = |name: &str, arguments: &str| {
            let file = MediaFile {
                path: make(folder.path(), name, arguments),
                name: name.to_owned(),
            };
            inputs([("audio", Resource::Audio(file))])
        };
        for name in ["book.m4a", "book.mp3"] {
            let given = audio(name, &arguments);
            let made = AudioChapterListing.run(&given, &context).expect("a list");
            assert_eq!(
                made.as_text().as_deref(),
                Some("0:00 One\n0:02 Two\n"),
                "{name}"
            );
        }
        let given = audio("plain.mp3", "-f lavfi -i sine=duration=1");
        let error = AudioChapterListing.run(&given, &context).expect_err("none");
        assert!(error.to_string().contains("no chapters"), "{error}");
    }
}
