//! The toolbox as data: every tool's name, arguments, parameters, words and examples.
//!
//! The build script joins it from the `tool.toml` in each tool's folder of the crate `tools` and from
//! `resource_types.toml` here, and checks both against the types of `domain`.

/// The toolbox as JSON, to be read with `patchbay_domain::Toolbox::from_json`; tools in the order of
/// their folders, which means nothing.
pub const TOOLBOX: &str = include_str!(concat!(env!("OUT_DIR"), "/toolbox.json"));

/// Inputs that tests try tools with, as JSON: for each tool by its name, `values` of parameters
/// without which it has nothing to do, and `words` for its text argument where any words do not
/// suit it.
pub const TRIALS: &str = include_str!(concat!(env!("OUT_DIR"), "/trials.json"));

#[cfg(test)]
mod tests {
    use patchbay_domain::Toolbox;

    #[test]
    fn the_joined_toolbox_is_one() {
        let toolbox = Toolbox::from_json(super::TOOLBOX).unwrap();
        assert!(toolbox.tool("slideshow").is_some());
    }
}
