//! A tool that takes one file, run for each of several.

use patchbay_domain::Resource;
use patchbay_tool_api::each::each;
use patchbay_tool_api::{Context, Inputs, ToolError};

use crate::values;

/// The results of `make` for all inputs as one value, in their order; the inputs come with the name
/// of the file in which they differ. The progress of each lies in its share of the whole.
///
/// # Errors
/// None gives a result, the step is to stop, or the results cannot be one value.
pub(crate) fn for_each(
    all: &[(String, Inputs)],
    context: &Context,
    make: impl Fn(&Inputs, &Context) -> Result<Resource, ToolError>,
) -> Result<Resource, ToolError> {
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let share = |place: usize| place as f64 / all.len() as f64;
    let made = each(context, &names, |place| {
        make(&all[place].1, &context.part(share(place), share(place + 1)))
    })?;
    let named = made
        .into_iter()
        .map(|(place, result)| headed(names[place], result));
    values::join(named.collect()).map_err(ToolError::Input)
}

/// A text under the name of the file that it tells of, unless it names that itself: files have names
/// of their own.
fn headed(name: &str, result: Resource) -> Resource {
    match result {
        Resource::Text(text) if !text.contains(name) => Resource::Text(format!("{name}:\n{text}")),
        other => other,
    }
}
