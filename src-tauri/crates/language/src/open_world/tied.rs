//! Whether words ask for a connected tool. Nobody trained on what such a tool is for: the words that
//! it says of itself have to tell.

use patchbay_domain::Tool;

use crate::words::lexicon::{canonical, is_light};

/// How many words a request may leave over for each that is also said of the tool: names, numbers
/// and what is to be written are nobody's words.
const OTHERS_FOR_EACH: usize = 4;

/// Whether a request names a tool's server, or the tool itself.
pub(super) fn names(instruction: &str, tool: &Tool) -> bool {
    let said = plain(instruction);
    let stands = |name: &str| {
        let name = plain(name);
        !name.is_empty() && said.windows(name.len()).any(|part| part == name)
    };
    let (server, own) = tool.name.split_once("__").unwrap_or(("", &tool.name));
    stands(server) || stands(own) && own.contains('_')
}

/// Whether words ask for a tool: they name its server, or some of them are said of the tool, enough
/// for how many there are.
pub(super) fn asks_for(instruction: &str, tool: &Tool) -> bool {
    if names(instruction, tool) {
        return true;
    }
    let said: Vec<String> = plain(&outside_of_quotes(instruction))
        .iter()
        .filter(|word| !is_light(word) && !word.chars().all(char::is_numeric))
        .map(|word| canonical(word))
        .collect();
    let inputs = tool.parameters.iter().map(|one| &one.name);
    let inputs = inputs.chain(tool.args.iter().map(|one| &one.name));
    let own: Vec<String> = [&tool.name, &tool.description]
        .into_iter()
        .chain(inputs)
        .flat_map(|text| plain(text))
        .filter(|word| !is_light(word))
        .map(|word| canonical(&word))
        .collect();
    let shared = said.iter().filter(|word| own.contains(word)).count();
    shared > 0 && said.len() <= shared * (OTHERS_FOR_EACH + 1)
}

fn plain(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// What is quoted is to be written somewhere, and asks for nothing.
fn outside_of_quotes(text: &str) -> String {
    let mut inside = false;
    let outside = text.chars().filter(|letter| {
        let is_mark = matches!(letter, '"' | '“' | '”' | '„');
        inside ^= is_mark;
        !is_mark && !inside
    });
    outside.collect()
}
