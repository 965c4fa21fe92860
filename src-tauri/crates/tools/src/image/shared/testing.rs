//! For the tests of the tools on images: a folder with small images in it, and one call to run a
//! tool on them.
#![cfg(test)]

use std::collections::BTreeMap;

use image::{DynamicImage, RgbImage};
use patchbay_domain::{LabelledMask, MediaFile, Resource};
use patchbay_media::image as media_image;

use crate::testing::read;
use crate::{Context, Progress, ToolError, registry};

/// A folder for images and results, removed with the value.
pub(crate) struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self, name: &str) -> MediaFile {
        MediaFile {
            path: self.folder.path().join(name),
            name: name.to_owned(),
        }
    }

    /// An image of that name as PNG.
    pub(crate) fn png(&self, name: &str, pixels: &DynamicImage) -> Resource {
        let file = self.file(name);
        media_image::write_png(&file.path, pixels, name).unwrap();
        Resource::image(file)
    }

    /// An image of that name as JPEG.
    pub(crate) fn jpeg(&self, name: &str, pixels: &RgbImage) -> Resource {
        let file = self.file(name);
        pixels
            .save_with_format(&file.path, image::ImageFormat::Jpeg)
            .unwrap();
        Resource::image(file)
    }

    /// A mask without label.
    pub(crate) fn mask(&self, name: &str, pixels: image::GrayImage) -> Resource {
        let file = self.file(name);
        media_image::write_png(&file.path, &pixels.into(), name).unwrap();
        Resource::Masks(vec![LabelledMask { file, label: None }])
    }

    /// Context in a folder of its own, where results go.
    pub(crate) fn context(&self) -> Context {
        let folder = tempfile::Builder::new()
            .prefix("step")
            .tempdir_in(self.folder.path())
            .unwrap()
            .keep();
        Context {
            folder,
            progress: Progress::default(),
            seed: 1,
            models: patchbay_inference::Models::none(),
            target_seconds: None,
            settings: std::collections::BTreeMap::new(),
        }
    }

    /// Runs the built-in implementation of a tool.
    pub(crate) fn run<const N: usize>(
        &self,
        tool: &str,
        inputs: [(&str, Resource); N],
    ) -> Result<Resource, ToolError> {
        run_in(&self.context(), tool, inputs)
    }
}

/// Runs the built-in implementation of a tool in a context that the test holds on to.
pub(crate) fn run_in<const N: usize>(
    context: &Context,
    tool: &str,
    inputs: [(&str, Resource); N],
) -> Result<Resource, ToolError> {
    let inputs: BTreeMap<_, _> = inputs
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    registry::runnable(tool, &patchbay_inference::Models::none())
        .expect("the tool is built in")
        .run(&read(tool, inputs), context)
}

/// The pixels of a result.
pub(crate) fn open(file: &MediaFile) -> DynamicImage {
    media_image::read(&file.path, &file.name).unwrap().pixels
}
