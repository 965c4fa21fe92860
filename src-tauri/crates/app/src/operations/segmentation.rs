//! The operations on what a person points at.

use patchbay_tools::ToolError;
use patchbay_tools::image::pointing::by_model::Embedded;

use crate::api::{ArtifactId, Nothing, PointingSize, SegmentRequest, Segmentation};
use crate::app::App;
use crate::error::Error;
use crate::present::artifact::pointing_tool;
use crate::present::candidate::kind_of;
use crate::present::resource::is_picture;

impl App {
    /// Makes a picture ready to be pointed at.
    pub async fn prepare_pointing(&self, arguments: ArtifactId) -> Result<PointingSize, Error> {
        let (width, height) = self
            .segmentation()
            .prepared_artifact(&arguments.artifact)
            .await?
            .size();
        Ok(PointingSize { width, height })
    }

    /// What points and a box on a picture mean. A newer prompt on the same picture makes this one
    /// stale.
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

    /// Has a model look at a picture that is pointed at, where one is on this computer; answers
    /// when that is done.
    pub async fn prepare_outlining(&self, arguments: ArtifactId) -> Result<Nothing, Error> {
        let Some(segmenter) = self
            .models_on_disk()
            .segmenter(pointing_tool(self.toolbox()))
        else {
            return Ok(Nothing {});
        };
        self.blocking(move |app| {
            let artifact = app.store().artifact(&arguments.artifact)?;
            let Some(asset) = artifact
                .asset
                .filter(|_| is_picture(app.toolbox(), &artifact.resource_type))
            else {
                return Ok(Nothing {});
            };
            app.segmentation().mask_model().prepare(
                &artifact.id,
                segmenter.name(),
                |progress| {
                    let picture = patchbay_media::image::read(
                        &app.store().asset_path(&asset),
                        &artifact.name,
                    );
                    let picture = picture.map_err(ToolError::from)?;
                    Embedded::new(&segmenter, &picture.pixels, progress)
                },
            )?;
            Ok(Nothing {})
        })
        .await
    }

    /// Ends pointing at a picture: a model that still looks at it stops.
    pub async fn close_pointing(&self, arguments: ArtifactId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.segmentation().mask_model().close(&arguments.artifact);
            Ok(Nothing {})
        })
        .await
    }
}
