//! Builds a web page that presents a video: one file that needs nothing else, no script, no
//! network.

mod builtin;
mod page;

use patchbay_domain::Resource;
use patchbay_media::video::probe;
use patchbay_tool_api::watching::watched;

use crate::{Context, Implementation, Inputs, Registered, ToolError};
use builtin::{embeddable, poster, write_page};
use page::Page;

struct VideoToWebpage;
inventory::submit!(Registered(&VideoToWebpage));

impl Implementation for VideoToWebpage {
    fn tool(&self) -> &'static str {
        "video_to_webpage"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let tags = match inputs.get("tags")? {
            Resource::Tags(tags) => tags.clone(),
            _ => inputs
                .text("tags")?
                .split([',', '\n'])
                .map(|tag| tag.trim().to_owned())
                .collect(),
        };
        let page = Page {
            title: inputs.text("title")?,
            description: inputs.text("description")?,
            tags: tags.into_iter().filter(|tag| !tag.is_empty()).collect(),
            seconds: facts.seconds,
            width: facts.width,
            height: facts.height,
        };
        let embedded = embeddable(video, &facts, context)?;
        let poster = poster(video, &facts)?;
        let output = context.output("page", Some(&video.name), "html");
        let written = watched(context, (0.9, 1.0), |watch| {
            write_page(&output, &page, &poster, embedded.path(video), watch)
        });
        embedded.remove();
        written?;
        Ok(Resource::Html(output))
    }
}
