//! Parts of picture files (pages, frames, films) that a tool does not read: told before it runs,
//! and in its notes.

use patchbay_media::image::Contents;

use crate::Inputs;

/// Parts of a picture file that are read beside the picture that is seen first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartsRead {
    /// All pages of a PDF or TIFF file, all pictures of an MPO file.
    pub pages: bool,
    /// All frames of an animation.
    pub frames: bool,
    /// The film of a motion photo.
    pub film: bool,
}

impl PartsRead {
    /// All of it.
    pub const ALL: Self = Self {
        pages: true,
        frames: true,
        film: true,
    };
}

/// Sentences about the parts of picture files among the inputs that are not read; files that cannot
/// be read are skipped.
pub fn unread(inputs: &Inputs, read: PartsRead) -> Vec<String> {
    if read == PartsRead::ALL {
        return Vec::new();
    }
    let mut said = Vec::new();
    for file in inputs.pictures() {
        let name = &file.name;
        // What cannot be read is told when it is tried.
        let Ok(contents) = Contents::of(&file.path, name) else {
            continue;
        };
        if contents.pages > 1 && !read.pages {
            said.push(format!(
                "“{name}” has {} pages, and only the first is used.",
                contents.pages
            ));
        }
        if contents.frames > 1 && !read.frames {
            said.push(format!(
                "“{name}” has {} frames, and only the first is used.",
                contents.frames
            ));
        }
        if contents.film.is_some() && !read.film {
            said.push(format!(
                "“{name}” is a motion photo, and the film in it is not used."
            ));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use std::fs;

    use patchbay_domain::{MediaFile, Resource};
    use patchbay_media::MediaError;
    use patchbay_media::image::{Metadata, write_tiff};
    use patchbay_test_support::pages::{document, mpo};
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn frames_that_are_not_read_are_told() {
        use image::codecs::gif::GifEncoder;
        use image::{Frame, RgbaImage};
        let (_, folder) = context();
        let path = folder.path().join("wave.gif");
        let mut encoder = GifEncoder::new(fs::File::create(&path).unwrap());
        for _ in 0..3 {
            encoder
                .encode_frame(Frame::new(RgbaImage::new(8, 6)))
                .unwrap();
        }
        drop(encoder);
        let wave = MediaFile {
            path,
            name: "wave.gif".to_owned(),
        };
        let given = inputs([("image", Resource::image(wave))]);
        let told = unread(&given, PartsRead::default());
        assert_eq!(
            told,
            ["“wave.gif” has 3 frames, and only the first is used."]
        );
        let frames = PartsRead {
            frames: true,
            ..PartsRead::default()
        };
        assert!(unread(&given, frames).is_empty());
        assert!(unread(&given, PartsRead::ALL).is_empty());
    }

    #[test]
    fn pages_and_films_that_are_not_read_are_told() {
        let (_, folder) = context();
        let mut jpeg = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(16, 12)
            .write_to(&mut jpeg, image::ImageFormat::Jpeg)
            .unwrap();
        let jpeg = jpeg.into_inner();
        let film = "-f lavfi -i testsrc=s=48x36:d=0.4:r=10 -c:v libx264 -pix_fmt yuv420p";
        let film = fs::read(make(folder.path(), "behind.mp4", film)).unwrap();
        let scan = folder.path().join("fax.tif");
        let pages = (0..3).map(|_| {
            let page = image::RgbImage::new(16, 12);
            Ok::<_, MediaError>((page.into(), Metadata::default()))
        });
        write_tiff((&scan, "fax.tif"), None, pages).unwrap();
        let pages = PartsRead {
            pages: true,
            ..PartsRead::default()
        };
        let films = PartsRead {
            film: true,
            ..PartsRead::default()
        };
        let only_first = |name: &str, count: usize| {
            format!("“{name}” has {count} pages, and only the first is used.")
        };
        let motion = "“motion.jpg” is a motion photo, and the film in it is not used.";
        for (name, bytes, read, sentence) in [
            (
                "two.mpo",
                mpo(&jpeg, &jpeg),
                pages,
                only_first("two.mpo", 2),
            ),
            (
                "fax.tif",
                fs::read(&scan).unwrap(),
                pages,
                only_first("fax.tif", 3),
            ),
            (
                "letter.pdf",
                document(&["One", "Two"]),
                pages,
                only_first("letter.pdf", 2),
            ),
            (
                "motion.jpg",
                [jpeg.clone(), film].concat(),
                films,
                motion.to_owned(),
            ),
        ] {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            let name = name.to_owned();
            let given = inputs([("image", Resource::image(MediaFile { path, name }))]);
            assert_eq!(unread(&given, PartsRead::default()), [sentence]);
            assert!(unread(&given, read).is_empty());
            assert!(unread(&given, PartsRead::ALL).is_empty());
        }
    }
}
