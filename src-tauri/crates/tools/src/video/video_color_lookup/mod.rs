//! `video_color_lookup`: grades the colours of a video by a table (LUT), on the whole or on a part
//! of its length.

use patchbay_media::video::{Watch, escaped};
use patchbay_tool_api::filtering::Filters;

use super::shared::graphs::{in_parts, in_rgb, parts_within};
use crate::shared::lookup::table;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoColorLookup;
inventory::submit!(Registered(&VideoColorLookup));

/// Half a level: the filter cuts off what lies behind the point.
const HALF_A_LEVEL: f32 = 0.5 / 255.0;

impl VideoFilter for VideoColorLookup {
    fn tool(&self) -> &'static str {
        "video_color_lookup"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "graded".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let (table, strength) = table(inputs)?;
        let parts = parts_within(inputs, &video)?;
        // Removed with its folder, whatever comes.
        let scratch = tempfile::tempdir_in(&context.folder).map_err(|error| {
            ToolError::Failed(format!("The table could not be written: {error}."))
        })?;
        let path = scratch.path().join("table.cube");
        std::fs::write(&path, table.cube(strength, HALF_A_LEVEL)).map_err(|error| {
            ToolError::Failed(format!("The table could not be written: {error}."))
        })?;
        let path = escaped(&path.to_string_lossy());
        let filter = if table.is_curves() {
            format!("lut1d=file={path}:interp=linear")
        } else {
            format!("lut3d=file={path}:interp=tetrahedral")
        };
        let chain = in_rgb(video.format()?.matrix(), &filter);
        let filters = Filters::of_frames(in_parts(chain, parts.as_deref()));
        // The graph has read the table when it is open.
        Ok(video.filtered(&filters, watch)?)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_test_support::video::{frame_at, loudness, make};

    use super::*;
    use crate::testing;

    /// Swaps red and blue.
    const SWAPPED: &str = "LUT_3D_SIZE 2\n0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n";
    /// Turns every component over.
    const INVERTED: &str = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n";

    fn graded(
        context: &Context,
        lut: &str,
        values: &[(&str, &str)],
    ) -> Result<MediaFile, ToolError> {
        let arguments = "-f lavfi -i color=0xc85014:s=320x180:d=2:r=10 -f lavfi -i sine=duration=2 -c:v libx264 \
                         -qp 4 -pix_fmt yuv420p -shortest";
        let video = MediaFile {
            path: make(&context.folder, "trip.mp4", arguments),
            name: "trip.mp4".to_owned(),
        };
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())))
            .chain([
                ("video".to_owned(), Resource::Video(video)),
                ("lut".to_owned(), Resource::Text(lut.to_owned())),
            ]);
        let made = VideoColorLookup.run(&Inputs::new(values.collect()), context)?;
        Ok(made.files()[0].clone())
    }

    #[track_caller]
    fn check(file: &MediaFile, seconds: f64, wanted: [u8; 3]) {
        let found = frame_at(&file.path, seconds).get_pixel(160, 90).0;
        let is_near = (0..3).all(|i| found[i].abs_diff(wanted[i]) < 8);
        assert!(is_near, "{found:?} {wanted:?}");
    }

    #[test]
    fn colours_are_looked_up_by_grids_and_curves() {
        let (context, _folder) = testing::context();
        let swapped = graded(&context, SWAPPED, &[]).unwrap();
        assert_eq!(swapped.name, "trip_graded.mp4");
        check(&swapped, 1.0, [20, 80, 200]);
        assert!(loudness(&swapped.path, 0.0, 2.0) > -40.0);
        let half = graded(&context, SWAPPED, &[("strength", "50")]).unwrap();
        check(&half, 1.0, [110, 80, 110]);
        let inverted = graded(&context, INVERTED, &[]).unwrap();
        check(&inverted, 1.0, [55, 175, 235]);
    }

    #[test]
    fn a_part_is_graded_and_a_text_that_is_no_table_told() {
        let (context, _folder) = testing::context();
        let part = graded(&context, SWAPPED, &[("within", "0:00.5 to 0:01")]).unwrap();
        check(&part, 0.2, [200, 80, 20]);
        check(&part, 0.7, [20, 80, 200]);
        check(&part, 1.5, [200, 80, 20]);
        let error = graded(&context, "Dear Sir or Madam", &[]).unwrap_err();
        assert!(error.to_string().contains(".cube"), "{error}");
    }
}
