//! The operations on what a person points at.

use patchbay_tool_api::ToolError;
use patchbay_tools::image::embedded::Embedded;

use crate::api::{ArtifactId, Nothing, PointingSize, SegmentRequest, Segmentation};
use crate::app::App;
use crate::error::Error;
use crate::present::artifact::pointing_tool;
use crate::present::candidate::kind_of;
use crate::present::resource::is_image;

impl App {
    /// Makes an image ready to be pointed at.
    pub async fn prepare_pointing(&self, arguments: ArtifactId) -> Result<PointingSize, Error> {
        let (width, height) = self
            .segmentation()
            .prepared_artifact(&arguments.artifact)
            .await?
            .size();
        Ok(PointingSize { width, height })
    }

    /// Returns the meanings of points and a box on an image. A newer prompt on the same image makes
    /// this one stale.
    pub async fn segment(&self, arguments: SegmentRequest) -> Result<Segmentation, Error> {
        let SegmentRequest {
            artifact,
            prompt,
            chosen,
            request,
        } = arguments;
        self.segmentation()
            .segment(artifact, prompt.into(), chosen.map(kind_of), request)
            .await
    }

    /// Has a model look at an image that is pointed at, where one is on this computer; answers
    /// when that is done.
    pub async fn prepare_outlining(&self, arguments: ArtifactId) -> Result<Nothing, Error> {
        let Some(segmenter) = self
            .models_on_disk()
            .segmenter(pointing_tool(&self.toolbox()))
        else {
            return Ok(Nothing {});
        };
        self.blocking(move |app| {
            let artifact = app.store().artifact(&arguments.artifact)?;
            let Some(asset) = artifact
                .asset
                .filter(|_| is_image(&app.toolbox(), &artifact.resource_type))
            else {
                return Ok(Nothing {});
            };
            app.segmentation().mask_model().prepare(
                &artifact.id,
                segmenter.name(),
                |progress| {
                    let image = patchbay_media::image::read(
                        &app.store().asset_path(&asset),
                        &artifact.name,
                    );
                    let image = image.map_err(ToolError::from)?;
                    Embedded::new(&segmenter, &image.pixels, progress)
                },
            )?;
            Ok(Nothing {})
        })
        .await
    }

    /// Ends pointing at an image: a model that still looks at it stops.
    pub async fn close_pointing(&self, arguments: ArtifactId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.segmentation().mask_model().close(&arguments.artifact);
            Ok(Nothing {})
        })
        .await
    }
}
