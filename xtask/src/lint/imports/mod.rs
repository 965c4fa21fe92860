//! Checks that imports of sibling modules have a direction: no circles but those of parent and
//! child.
//!
//! A module and those below it may import each other. Any other import counts between the two
//! siblings that hold it, files or folders: where `image/edges.rs` imports `video/frame.rs`,
//! `image` imports `video`. An import counts for the module that an item lies in, also where
//! another module re-exports it. Circles of files are found too: each is one of siblings in the
//! deepest folder that holds it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, bail};

use self::modules::{Circle, Modules};
use super::sources::{packages, rust_files};

mod modules;
mod paths;
mod tokens;

/// Prints the number of circles of each crate; returns an error that names them where there are any.
pub(super) fn check(root: &Path) -> Result<()> {
    let mut report = String::new();
    let mut failed = Vec::new();
    for (package, folder) in packages(root)? {
        let circles = circles(&rust_files(&folder.join("src"))?);
        println!("{package:<12} {:>3}", circles.len());
        if !circles.is_empty() {
            circles
                .iter()
                .try_for_each(|circle| write!(report, "\n{package}: {}", shown(circle)))?;
            failed.push(package);
        }
    }
    if !failed.is_empty() {
        bail!(
            "Modules import each other in circles in {}:{report}",
            failed.join(", ")
        );
    }
    Ok(())
}

/// The circles of a crate, given the files of its `src`.
fn circles(sources: &BTreeMap<String, String>) -> Vec<Circle> {
    Modules::read(sources).circles()
}

fn shown(circle: &Circle) -> String {
    let imports = circle
        .imports
        .iter()
        .map(|(from, to)| format!("\n    {from} imports {to}"));
    format!(
        "{{{}}}{}",
        circle.members.join(", "),
        imports.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// A crate in a folder that is removed with it.
    struct MadeUp(PathBuf);

    impl MadeUp {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let folder = std::env::temp_dir()
                .join(format!("patchbay-imports-{}-{name}", std::process::id()));
            for (file, text) in files {
                let file = folder.join(file);
                fs::create_dir_all(file.parent().expect("a file lies in a folder"))
                    .expect("a temporary folder can be made");
                fs::write(file, text).expect("a temporary file can be written");
            }
            Self(folder)
        }

        /// Its circles, as they are shown.
        fn circles(&self) -> Vec<String> {
            circles(&rust_files(&self.0).expect("the files can be read"))
                .iter()
                .map(shown)
                .collect()
        }
    }

    impl Drop for MadeUp {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_circle_is_named_with_the_files_that_import_each_other() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod d;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "fn f() { super::c::g(); }"),
            ("c.rs", "use super::{a::A, d};"),
            ("d.rs", "use std::fmt;"),
        ];
        let circles = MadeUp::new("circle", &files).circles();
        assert_eq!(
            circles,
            ["{a, b, c}\n    a.rs imports b.rs\n    b.rs imports c.rs\n    c.rs imports a.rs"]
        );
    }

    #[test]
    fn imports_in_one_direction_are_no_circle() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; use crate::c::C;"),
            ("b.rs", "use crate::c::C;"),
            ("c.rs", "#[cfg(test)] mod tests { use crate::a::A; }"),
        ];
        assert_eq!(MadeUp::new("direction", &files).circles(), [""; 0]);
    }

    #[test]
    fn parent_and_child_may_import_each_other() {
        let files = [
            ("lib.rs", "mod a; mod b; use a::A;"),
            (
                "a/mod.rs",
                "mod inner; use self::inner::Inner; use crate::Root;",
            ),
            ("a/inner.rs", "use super::A; use crate::a::A;"),
            ("b.rs", "mod inner; use inner::Inner;"),
            ("b/inner.rs", "use super::B;"),
        ];
        assert_eq!(MadeUp::new("parent", &files).circles(), [""; 0]);
    }

    #[test]
    fn folders_that_import_each_other_are_a_circle() {
        let files = [
            ("lib.rs", ""),
            ("image/mod.rs", ""),
            ("image/edges.rs", "use crate::video::frame::Frame;"),
            ("video.rs", ""),
            ("video/frame.rs", ""),
            ("video/still.rs", "use crate::image::open;"),
        ];
        let circles = MadeUp::new("folders", &files).circles();
        let expected = "{image, video}\n    image/edges.rs imports video/frame.rs\n    video/still.rs imports image/mod.rs";
        assert_eq!(circles, [expected]);
    }

    #[test]
    fn a_re_export_is_followed_to_where_the_item_lies() {
        let files = [
            (
                "lib.rs",
                "mod a; mod b; pub use self::a::A as First; pub(crate) use b::B;",
            ),
            ("a.rs", "use crate::B;"),
            ("b.rs", "use crate::First;"),
        ];
        let circles = MadeUp::new("export", &files).circles();
        assert_eq!(
            circles,
            ["{a, b}\n    a.rs imports b.rs\n    b.rs imports a.rs"]
        );
    }

    #[test]
    fn paths_in_comments_and_strings_are_no_imports() {
        let files = [
            ("lib.rs", ""),
            ("a.rs", "use crate::b::B;"),
            (
                "b.rs",
                "//! See [`crate::a`].\n/* use crate::a; */ const TEXT: &str = \"use crate::a;\";",
            ),
        ];
        assert_eq!(MadeUp::new("comment", &files).circles(), [""; 0]);
    }

    #[test]
    fn what_is_for_tests_alone_may_import_anything() {
        let files = [
            ("lib.rs", "mod a; #[cfg(test)] mod testing;"),
            ("a.rs", "use crate::testing::check; #[cfg(test)] mod tests;"),
            ("a/tests.rs", "use crate::b::B;"),
            ("b.rs", "use crate::a::A;"),
            ("testing.rs", "use crate::a::A;"),
        ];
        assert_eq!(MadeUp::new("tests", &files).circles(), [""; 0]);
    }
}
