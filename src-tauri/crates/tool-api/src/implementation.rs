//! One way to do what a tool does.
//!
//! An implementation is a unit struct that is handed in where it stands:
//!
//! ```ignore
//! struct ImageToEdge;
//! impl Implementation for ImageToEdge {
//!     fn tool(&self) -> &'static str { "image_to_edge" }
//!     fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> { … }
//! }
//! inventory::submit!(Registered(&ImageToEdge));
//! ```

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::registry::Model;

use crate::missing::lacks;
use crate::parts::unread;
use crate::{Context, Inputs, PartsRead, ToolError, VideoFilter};

/// One way to do what a tool does.
pub trait Implementation: Send + Sync {
    /// The tool's name in the toolbox.
    fn tool(&self) -> &str;

    /// Label that people read as the way it is done, such as `built in`.
    #[expect(
        clippy::unnecessary_literal_bound,
        reason = "servers have labels of their own"
    )]
    fn label(&self) -> &str {
        "built in"
    }

    /// Sentence that says what this computer lacks to run it; none where it can run. Unless said
    /// otherwise, the model where one does it.
    fn missing(&self, models: &Models) -> Option<String> {
        if self.has_model() {
            lacks(models, self.tool())
        } else {
            None
        }
    }

    /// Whether a model does it. Where it is installed, it is taken rather than what is built in.
    fn has_model(&self) -> bool {
        false
    }

    /// Whether a server does it that the person chose for it: it is taken before what is on this
    /// computer.
    fn is_remote(&self) -> bool {
        false
    }

    /// The model that would do it now; none where it needs none or has none.
    fn model<'a>(&self, models: &'a Models) -> Option<&'a Model> {
        if self.has_model() {
            models.installed(self.tool())
        } else {
            None
        }
    }

    /// The models that would have to be got so that it can run; none where that is not what it
    /// lacks.
    fn models_to_get<'a>(&self, models: &'a Models) -> Vec<&'a Model> {
        if self.has_model() && self.missing(models).is_some() {
            models.offered(self.tool()).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// User-adjustable settings with their defaults.
    fn settings(&self, _models: &Models) -> Vec<StepSetting> {
        Vec::new()
    }

    /// The settings with which it may find something where it found nothing, given those that are
    /// set; none where there are none. What is set stays as it is.
    fn relaxed(
        &self,
        _set: &BTreeMap<String, String>,
        _models: &Models,
    ) -> Option<BTreeMap<String, String>> {
        None
    }

    /// Whether it is for such inputs; where it is not, the tool's next implementation does it.
    fn suits(&self, _inputs: &Inputs) -> bool {
        true
    }

    /// Sentence that says what this computer lacks to do it with such inputs, where words alone
    /// tell before anything runs; none where it may well be done. `inputs`: only those that are
    /// words. `wanted`: the words by which a later step chooses among what this one finds.
    fn lacks_for(&self, _inputs: &Inputs, _wanted: &[&str], _models: &Models) -> Option<String> {
        None
    }

    /// Sentences about the parts of its inputs that the result cannot keep, as far as headers of
    /// files tell before it runs.
    fn losses(&self, _inputs: &Inputs) -> Vec<String> {
        Vec::new()
    }

    /// Parts that it reads of picture files with several pages, frames or parts: the rest is told
    /// before it runs and in the answer. Unless said otherwise, the picture that is seen first.
    fn reads(&self, _inputs: &Inputs) -> PartsRead {
        PartsRead::default()
    }

    /// Sentence that says what would leave this computer and where to; none where nothing does.
    fn sends(&self, _inputs: &Inputs, _models: &Models) -> Option<String> {
        None
    }

    /// Filter that it applies to a video as it passes, where it can share one encode with its
    /// neighbours; none where its inputs and its result have to be files. A [`VideoFilter`] answers
    /// itself.
    fn filter(&self) -> Option<&dyn VideoFilter> {
        None
    }

    /// Whether a sound that it makes says of itself what the one that it takes says: tags, cover,
    /// chapters. Not where it takes them out or sets them.
    fn keeps_tags(&self) -> bool {
        true
    }

    /// Whether a sound that it makes is as loud as the one that it takes, so that what the tags say of
    /// its level stays true.
    fn keeps_level(&self) -> bool {
        false
    }

    /// Whether more changes the sides of the pictures or frames that it makes than the values `size`
    /// and `aspect` say, so that these do not tell them.
    fn changes_sides(&self, _inputs: &Inputs) -> bool {
        false
    }

    /// Does it. Runs on a thread of its own and may take long: it reports progress and looks for
    /// cancellation at least every 100 ms through `context`. Files go to [`Context::output`] and
    /// nowhere else.
    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError>;
}

/// Every filter of videos is an implementation of its tool, too.
impl<F: VideoFilter> Implementation for F {
    fn tool(&self) -> &str {
        VideoFilter::tool(self)
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        VideoFilter::losses(self, inputs)
    }

    fn filter(&self) -> Option<&dyn VideoFilter> {
        Some(self)
    }

    fn changes_sides(&self, inputs: &Inputs) -> bool {
        VideoFilter::changes_sides(self, inputs)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        VideoFilter::run(self, inputs, context)
    }
}

/// An implementation that is there for as long as somebody holds it.
#[derive(Clone)]
pub enum ImplementationRef {
    /// Part of the program.
    BuiltIn(&'static dyn Implementation),
    /// Connected while the program runs, such as a tool of a server.
    Connected(Arc<dyn Implementation>),
}

impl ImplementationRef {
    /// Sentences about the parts of picture files among its inputs that are not used. Connected
    /// implementations get whole files.
    pub fn unread(&self, inputs: &Inputs) -> Vec<String> {
        match self {
            Self::BuiltIn(implementation) => unread(inputs, implementation.reads(inputs)),
            Self::Connected(_) => Vec::new(),
        }
    }
}

impl Deref for ImplementationRef {
    type Target = dyn Implementation;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::BuiltIn(implementation) => *implementation,
            Self::Connected(implementation) => &**implementation,
        }
    }
}

/// An implementation handed in by [`inventory::submit!`].
pub struct Registered(pub &'static dyn Implementation);
inventory::collect!(Registered);
