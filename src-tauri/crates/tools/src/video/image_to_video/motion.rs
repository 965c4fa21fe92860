//! The film in a motion photo: a video file that stands behind the pixels of a JPEG file.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::image::Contents;
use patchbay_media::video::probe;

use crate::{Context, ToolError};

/// Writes the film of a motion photo as it is packed; none where the file is no such photo.
///
/// # Errors
/// The film is broken, or the file cannot be written.
pub(super) fn film(photo: &MediaFile, context: &Context) -> Result<Option<Resource>, ToolError> {
    let Some(place) = Contents::of(&photo.path, &photo.name)?.film else {
        return Ok(None);
    };
    let output = context.output("film", Some(&photo.name), "mp4");
    let copied = || -> io::Result<()> {
        let mut file = File::open(&photo.path)?;
        file.seek(SeekFrom::Start(place.start as u64))?;
        let mut film = file.take(place.len() as u64);
        io::copy(&mut film, &mut File::create(&output.path)?)?;
        Ok(())
    };
    copied().map_err(|error| MediaError::Unwritable {
        name: output.name.clone(),
        reason: error.to_string(),
    })?;
    if let Err(error) = probe(&output.path, &output.name) {
        // What was asked for failed already.
        let _ = fs::remove_file(&output.path);
        return Err(ToolError::Input(format!(
            "The film in “{}” cannot be read. {error}",
            photo.name
        )));
    }
    Ok(Some(Resource::Video(output)))
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_media::video::frame_at;
    use patchbay_test_support::video;

    use super::*;
    use crate::image::shared::testing::Bench;

    #[test]
    fn a_motion_photo_gives_its_film() {
        let bench = Bench::new();
        let photo = bench.jpeg("IMG_1.jpg", &RgbImage::from_pixel(64, 48, Rgb([200, 0, 0])));
        let file = photo.files()[0].clone();
        let folder = file.path.parent().unwrap();
        assert!(film(&file, &bench.context()).unwrap().is_none());
        let arguments =
            "-f lavfi -i color=blue:size=96x64:rate=25:duration=1 -c:v libx264 -pix_fmt yuv420p";
        video::make(folder, "behind.mp4", arguments);
        let mut whole = fs::read(&file.path).unwrap();
        whole.extend(fs::read(folder.join("behind.mp4")).unwrap());
        fs::write(&file.path, whole).unwrap();
        let made = bench.run("image_to_video", [("image", photo)]).unwrap();
        let film = made.files()[0];
        let facts = probe(&film.path, &film.name).unwrap();
        assert!((facts.seconds - 1.0).abs() < 0.05 && (facts.width, facts.height) == (96, 64));
        let frame = frame_at(&film.path, &film.name, 0.5).unwrap();
        assert!(frame.get_pixel(40, 30).0[2] > 200);
    }
}
