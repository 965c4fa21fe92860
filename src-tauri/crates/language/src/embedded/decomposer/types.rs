//! What types tell: which are files, which say where in an image something is, and what a tool
//! takes by the types of its arguments.

use patchbay_domain::{ResourceType, Tool};

use super::Reading;

impl Reading<'_> {
    /// Whether a tool takes two of one kind.
    pub(super) fn joins(&self, tool: &Tool) -> bool {
        let media: Vec<&ResourceType> = self.media(tool).collect();
        media
            .iter()
            .enumerate()
            .any(|(place, of)| media[..place].contains(of))
    }

    /// The types of a tool's arguments, without texts.
    pub(super) fn media<'t>(&self, tool: &'t Tool) -> impl Iterator<Item = &'t ResourceType> {
        let toolbox = self.graph.toolbox();
        tool.args
            .iter()
            .map(|argument| &argument.resource_type)
            .filter(|of| !toolbox.fits(of, &ResourceType::TEXT))
    }
}

/// Whether a type is that of images, videos and audio that people have.
pub(super) fn is_file(of: &ResourceType) -> bool {
    [
        ResourceType::IMAGE,
        ResourceType::VIDEO,
        ResourceType::AUDIO,
    ]
    .contains(of)
}

/// Whether a type says where in an image something is.
pub(super) fn is_region(of: &ResourceType) -> bool {
    [ResourceType::MASK, ResourceType::BBOX, ResourceType::POINT].contains(of)
}

/// Whether a tool follows instructions about a part of an image.
pub(super) fn is_about_a_part(tool: &Tool) -> bool {
    tool.args
        .iter()
        .any(|argument| is_region(&argument.resource_type))
        && tool.instruction().is_some()
}

/// Whether a tool is shown a part of an image by nothing but a box, which a click is not.
pub(super) fn takes_box_only(tool: &Tool) -> bool {
    let takes = |of: &ResourceType| {
        tool.args
            .iter()
            .any(|argument| argument.resource_type == *of)
    };
    takes(&ResourceType::BBOX) && !takes(&ResourceType::MASK) && !takes(&ResourceType::POINT)
}

/// How many texts a tool takes beside each other.
pub(super) fn texts_of(tool: &Tool) -> usize {
    tool.args
        .iter()
        .filter(|argument| argument.role.is_none() && argument.resource_type == ResourceType::TEXT)
        .count()
}
