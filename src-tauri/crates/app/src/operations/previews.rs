//! Small images and drawn audio, made once and kept in files beside the store.

use std::io::Write;
use std::path::{Path, PathBuf};

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat};
use patchbay_domain::ResourceType;
use patchbay_media::MediaError;
use patchbay_store::AssetId;

use crate::app::App;
use crate::error::Error;
use crate::ingest::{import, media_type};

/// The sizes that are kept, in pixels on the longer side; what is asked for is rounded up to one of
/// them.
const SIDES: [u32; 5] = [120, 240, 480, 960, 1920];

/// The numbers of columns that are kept.
const COLUMNS: [usize; 3] = [200, 400, 1600];

impl App {
    fn media_path(&self, asset: &str) -> Result<PathBuf, Error> {
        let id = AssetId::parse(asset)?;
        let path = self.store().asset_path(&id);
        if path.is_file() {
            Ok(path)
        } else {
            Err(patchbay_store::StoreError::NotFound {
                what: "asset",
                id: id.to_string(),
            }
            .into())
        }
    }

    /// The file that holds an asset, and its media type; `name` is what people know it by.
    pub fn media(&self, asset: &str, name: &str) -> Result<(PathBuf, String), Error> {
        let path = self.media_path(asset)?;
        let mime = media_type::to_serve(&path, name);
        Ok((path, mime))
    }

    /// A small image of an image or video (JPEG, or PNG where it is not opaque), its longer side
    /// `side` pixels or a little more: the file and its media type. `name` is what people know the
    /// asset by.
    pub async fn thumbnail(
        &self,
        asset: String,
        name: String,
        side: u32,
    ) -> Result<(PathBuf, &'static str), Error> {
        let side = SIDES
            .into_iter()
            .find(|kept| *kept >= side)
            .unwrap_or(SIDES[SIDES.len() - 1]);
        self.blocking(move |app| {
            let source = app.media_path(&asset)?;
            let [jpeg, png] = ["jpg", "png"]
                .map(|ending| app.previews().join(format!("{asset}-{side}.{ending}")));
            if jpeg.is_file() {
                return Ok((jpeg, "image/jpeg"));
            }
            if png.is_file() {
                return Ok((png, "image/png"));
            }
            let facts = patchbay_media::probe(&source, &name)?;
            let pixels = match import::resource_type(facts.kind) {
                kind if kind == ResourceType::VIDEO => {
                    // The very first frame is often black.
                    let at = (facts.seconds.unwrap_or(0.0) * 0.1).min(3.0);
                    let frame =
                        DynamicImage::from(patchbay_media::video::frame_at(&source, &name, at)?);
                    let (width, height) =
                        patchbay_media::image::fit_within(frame.width(), frame.height(), side);
                    patchbay_media::image::resize(&frame, width, height).into_rgba8()
                }
                kind if kind == ResourceType::IMAGE => {
                    patchbay_media::image::thumbnail(&source, &name, side)?
                }
                _ => return Err(Error::unsuitable(format!("“{name}” has no picture."), "")),
            };
            let opaque = pixels.pixels().all(|pixel| pixel.0[3] == 255);
            let pixels = DynamicImage::from(pixels);
            let mut bytes = std::io::Cursor::new(Vec::new());
            let encoded = if opaque {
                JpegEncoder::new_with_quality(&mut bytes, 85).encode_image(&pixels.to_rgb8())
            } else {
                pixels.write_to(&mut bytes, ImageFormat::Png)
            };
            encoded.map_err(|error| Error::Internal {
                reason: error.to_string(),
            })?;
            let (path, mime) = if opaque {
                (jpeg, "image/jpeg")
            } else {
                (png, "image/png")
            };
            keep(&path, bytes.get_ref())?;
            Ok((path, mime))
        })
        .await
    }

    /// The audio of an asset as a JSON list of `[min, max]`, each from -1 to 1, in about as many
    /// columns as asked for: the file that holds it.
    pub async fn waveform(
        &self,
        asset: String,
        name: String,
        columns: usize,
    ) -> Result<PathBuf, Error> {
        let columns = COLUMNS
            .into_iter()
            .find(|kept| *kept >= columns)
            .unwrap_or(COLUMNS[COLUMNS.len() - 1]);
        self.blocking(move |app| {
            let source = app.media_path(&asset)?;
            let path = app.previews().join(format!("{asset}-{columns}.json"));
            if !path.is_file() {
                let drawn = patchbay_media::audio::waveform(&source, &name, columns)?;
                let json = serde_json::to_vec(&drawn).map_err(|error| Error::Internal {
                    reason: error.to_string(),
                })?;
                keep(&path, &json)?;
            }
            Ok(path)
        })
        .await
    }
}

/// Writes a whole file or none.
fn keep(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let written = (|| {
        let folder = path.parent().unwrap_or(Path::new("."));
        patchbay_store::private::make_folder(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path).map_err(|error| error.error)
    })();
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    written.map(drop).map_err(|error| {
        MediaError::Unwritable {
            name,
            reason: error.to_string(),
        }
        .into()
    })
}
