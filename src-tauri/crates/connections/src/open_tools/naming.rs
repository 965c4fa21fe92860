//! Names in the toolbox: `server__tool`. Built-in tools' names have no two underscores in a row, so
//! that no server can give its tool the name of a built-in one.

use std::collections::HashSet;

use super::untrusted::NAME;
use crate::retrieval::words::parts;

/// Separator between the names of a server and its tool.
const BETWEEN: &str = "__";

/// A text as lower case words of ASCII letters and digits joined by underscores, at most `most`
/// bytes; `otherwise` where nothing is left.
pub fn snake(text: &str, most: usize, otherwise: &str) -> String {
    let shortened: String = text.chars().take(4 * most).collect();
    let ascii: String = shortened
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                ' '
            }
        })
        .collect();
    let mut name = parts(&ascii).join("_");
    name.truncate(most);
    let name = name.trim_end_matches('_');
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name.to_owned()
    }
}

/// The name of a server's tool, unlike all in `taken`, to which it is added.
pub(super) fn tool_name(server: &str, tool: &str, taken: &mut HashSet<String>) -> String {
    // Room for a number behind it.
    let server = snake(server, 40, "server");
    let base = format!(
        "{server}{BETWEEN}{}",
        snake(tool, NAME - 40 - 2 - 8, "tool")
    );
    unlike(base, taken)
}

/// The name of one of a tool's inputs, unlike all in `taken`, to which it is added: the last of the
/// keys that lead to it, or all of them where that is taken.
pub(super) fn input_name(path: &[String], taken: &mut HashSet<String>) -> String {
    let last = snake(path.last().map_or("", String::as_str), 56, "input");
    if taken.insert(last.clone()) {
        return last;
    }
    unlike(snake(&path.join(" "), 56, "input"), taken)
}

fn unlike(base: String, taken: &mut HashSet<String>) -> String {
    let mut name = base.clone();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{base}_{number}");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_short_unlike_and_no_built_in_ones() {
        let mut taken = HashSet::from(["image_to_edge".to_owned()]);
        assert_eq!(tool_name("image", "to_edge", &mut taken), "image__to_edge");
        assert_eq!(tool_name("image", "toEdge", &mut taken), "image__to_edge_2");
        assert_eq!(tool_name("天气", "查", &mut taken), "server__tool");
        assert_eq!(tool_name("", "", &mut taken), "server__tool_2");
        assert_eq!(tool_name("a__b", "__c..d/e", &mut taken), "a_b__c_d_e");
        let long = "Long".repeat(1_000);
        for _ in 0..3 {
            let name = tool_name(&long, &long, &mut taken);
            assert!(name.len() <= NAME, "{name}");
        }
    }
}
