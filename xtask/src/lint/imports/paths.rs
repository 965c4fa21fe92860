//! The paths by which a source file names other modules of its crate.

use super::tokens::{Token, tokens};

/// A path from the root of its crate: modules, then perhaps an item.
pub(super) type Path = Vec<String>;

/// Paths by which a file speaks of modules.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Paths {
    /// Paths that it imports or names.
    pub(super) named: Vec<Path>,
    /// The names that its `use` declarations make, each as a path, with the path that it stands
    /// for.
    pub(super) bindings: Vec<(Path, Path)>,
    /// The modules that it declares for tests alone.
    pub(super) test_modules: Vec<Path>,
    /// Whether all of it is for tests alone.
    pub(super) is_test: bool,
}

/// Reads the file of the module `module`. Items under `#[cfg(test)]` do not count.
pub(super) fn paths(module: &[String], source: &str) -> Paths {
    let tokens = tokens(source);
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        depth: 0,
        here: module.to_vec(),
        inline: Vec::new(),
    };
    let mut paths = Paths::default();
    reader.read(&mut paths);
    paths
}

const TEST_ATTRIBUTE: [Token<'_>; 6] = [
    Token::Mark('['),
    Token::Word("cfg"),
    Token::Mark('('),
    Token::Word("test"),
    Token::Mark(')'),
    Token::Mark(']'),
];

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    /// Number of open braces.
    depth: usize,
    /// The module that the place belongs to: the file's, or one written out in it.
    here: Path,
    /// Number of braces that were open before each module that is written out.
    inline: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, paths: &mut Paths) {
        while let Some(token) = self.next() {
            match token {
                Token::Mark('#') if self.rest().starts_with(&TEST_ATTRIBUTE) => {
                    self.skip_item(paths);
                }
                Token::Mark('!') if self.rest().starts_with(&TEST_ATTRIBUTE) => {
                    paths.is_test = true;
                }
                Token::Mark('{') => self.depth += 1,
                Token::Mark('}') => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.inline.pop_if(|depth| *depth == self.depth).is_some() {
                        self.here.pop();
                    }
                }
                Token::Word("mod") => {
                    if let [Token::Word(name), Token::Mark('{'), ..] = self.rest() {
                        self.here.push((*name).to_owned());
                        self.inline.push(self.depth);
                    }
                }
                Token::Word("use") => self.tree(&[], paths),
                Token::Word(first @ ("crate" | "self" | "super"))
                    if self.rest().starts_with(&[Token::Colons]) =>
                {
                    let mut words = vec![first];
                    while let [Token::Colons, Token::Word(word), ..] = self.rest() {
                        words.push(word);
                        self.at += 2;
                    }
                    paths.named.push(self.absolute(&words));
                }
                _ => {}
            }
        }
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token
    }

    fn rest(&self) -> &'a [Token<'a>] {
        self.tokens.get(self.at..).unwrap_or_default()
    }

    /// Passes over the item that an attribute stands before: to its `;`, or to the end of its
    /// braces.
    fn skip_item(&mut self, paths: &mut Paths) {
        let mut depth = 0;
        while let Some(token) = self.next() {
            match token {
                Token::Mark('(' | '[' | '{') => depth += 1,
                Token::Mark(close @ (')' | ']' | '}')) => {
                    depth -= 1;
                    if depth == 0 && close == '}' {
                        return;
                    }
                }
                Token::Mark(';') if depth == 0 => return,
                Token::Word("mod") if depth == 0 => {
                    if let [Token::Word(name), ..] = self.rest() {
                        paths.test_modules.push(self.absolute(&["self", name]));
                    }
                }
                _ => {}
            }
        }
    }

    /// A `use` declaration, or a branch of one, after the words before it.
    fn tree(&mut self, before: &[&'a str], paths: &mut Paths) {
        let mut words = before.to_vec();
        let mut name = None;
        if before.is_empty() && self.rest().starts_with(&[Token::Colons]) {
            return; // The name of another crate follows.
        }
        while let Some(token) = self.rest().first() {
            match token {
                Token::Word("as") => {
                    self.at += 1;
                    if let Some(Token::Word(alias)) = self.rest().first() {
                        name = Some(*alias);
                    }
                }
                Token::Word("self") if !words.is_empty() => name = words.last().copied(),
                Token::Word(word) => {
                    words.push(word);
                    name = Some(word);
                }
                Token::Colons => {}
                Token::Mark('{') => {
                    while matches!(self.next(), Some(Token::Mark('{' | ','))) {
                        self.tree(&words, paths);
                    }
                    return;
                }
                Token::Mark('*') => {
                    self.at += 1;
                    paths.named.push(self.absolute(&words));
                    return;
                }
                Token::Mark(_) => break,
            }
            self.at += 1;
        }
        if let Some(name) = name {
            let path = self.absolute(&words);
            paths
                .bindings
                .push((self.absolute(&["self", name]), path.clone()));
            paths.named.push(path);
        }
    }

    /// A path as it is written here, from the root of the crate. One that begins with another
    /// crate's name seems to go on from here, where nothing has that name.
    fn absolute(&self, words: &[&str]) -> Path {
        let mut path = if words.first() == Some(&"crate") {
            Path::new()
        } else {
            self.here.clone()
        };
        for word in words {
            match *word {
                "crate" | "self" => {}
                "super" => drop(path.pop()),
                word => path.push(word.to_owned()),
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths that a file of the module `a::b` names, as they are written.
    fn named(source: &str) -> Vec<String> {
        let module = ["a".to_owned(), "b".to_owned()];
        paths(&module, source)
            .named
            .iter()
            .map(|path| path.join("::"))
            .collect()
    }

    #[test]
    fn a_declaration_names_each_of_its_branches() {
        let source = "pub(crate) use crate::c::{self, d::{E, F as G}, h::*,};\nuse super::{i, super::j};\nuse self::k::L as _;";
        assert_eq!(
            named(source),
            ["c", "c::d::E", "c::d::F", "c::h", "a::i", "j", "a::b::k::L"]
        );
    }

    #[test]
    fn code_names_modules_too() {
        let source = "fn f(x: &super::c::D) -> bool { crate::e::f::<u8>(self.x) && self::g::H == $crate::i!() }";
        assert_eq!(named(source), ["a::c::D", "e::f", "a::b::g::H", "i"]);
    }

    #[test]
    fn comments_strings_and_characters_name_nothing() {
        let source = r##"
            //! use crate::c; [`crate::c`]
            /* use crate::c; /* crate::c */ crate::c */
            const A: &str = "use crate::c; \" crate::c";
            const B: &str = r#"" use crate::c;"#;
            const C: [char; 3] = ['"', '\'', '\u{22}'];
            fn f<'a>(x: &'a [u8]) -> &'a [u8] { b"crate::c \\"; b'"'; x }
            use crate::d;
        "##;
        assert_eq!(named(source), ["d"]);
    }

    #[test]
    fn what_is_for_tests_alone_does_not_count() {
        let source = "
            #[cfg(test)] use crate::c::{D, E};
            #[cfg(test)] pub(crate) mod testing;
            #[cfg(test)] #[expect(dead_code)] fn f(x: [u8; 3]) { crate::c::g(); }
            use crate::d;
            #[cfg(test)] mod tests { use super::super::e; mod inner { use crate::f; } }
            use crate::g;";
        assert_eq!(named(source), ["d", "g"]);
        assert_eq!(paths(&[], source).test_modules, [["testing"], ["tests"]]);
        assert!(paths(&[], "//! Text.\n#![cfg(test)]\nuse crate::c;").is_test);
    }

    #[test]
    fn super_in_a_module_written_out_is_the_file() {
        assert_eq!(
            named("mod c { use super::super::d; fn f() { if x { y } } } use super::e;"),
            ["a::d", "a::e"]
        );
    }
}
