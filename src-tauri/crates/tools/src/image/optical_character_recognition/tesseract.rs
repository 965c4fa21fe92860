//! The program Tesseract (<https://tesseract-ocr.github.io>), where it is installed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::words::Reading;
use crate::shared::program;
use crate::{Context, ToolError};

/// Folder where its installer for Windows puts it.
const FOLDERS: [&str; 1] = [r"C:\Program Files\Tesseract-OCR"];
/// The most languages to look for at once: each takes its time and makes the others a little less
/// sure.
const MOST_LANGUAGES: usize = 4;

/// Code, name, and the two letters by which computers are set to a language.
const NAMES: [(&str, &str, &str); 33] = [
    ("eng", "English", "en"),
    ("deu", "German", "de"),
    ("fra", "French", "fr"),
    ("spa", "Spanish", "es"),
    ("ita", "Italian", "it"),
    ("por", "Portuguese", "pt"),
    ("nld", "Dutch", "nl"),
    ("dan", "Danish", "da"),
    ("swe", "Swedish", "sv"),
    ("nor", "Norwegian", "nb"),
    ("fin", "Finnish", "fi"),
    ("pol", "Polish", "pl"),
    ("ces", "Czech", "cs"),
    ("slk", "Slovak", "sk"),
    ("hun", "Hungarian", "hu"),
    ("ron", "Romanian", "ro"),
    ("bul", "Bulgarian", "bg"),
    ("hrv", "Croatian", "hr"),
    ("srp", "Serbian", "sr"),
    ("ell", "Greek", "el"),
    ("tur", "Turkish", "tr"),
    ("rus", "Russian", "ru"),
    ("ukr", "Ukrainian", "uk"),
    ("ara", "Arabic", "ar"),
    ("heb", "Hebrew", "he"),
    ("fas", "Persian", "fa"),
    ("hin", "Hindi", "hi"),
    ("tha", "Thai", "th"),
    ("vie", "Vietnamese", "vi"),
    ("chi_sim", "Chinese (simplified)", "zh"),
    ("chi_tra", "Chinese (traditional)", "zh"),
    ("jpn", "Japanese", "ja"),
    ("kor", "Korean", "ko"),
];

/// Layout of the text on an image, as Tesseract calls it (its option `--psm`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Blocks and columns, upright.
    Page,
    /// The same, possibly lying on its side or head.
    TurnedPage,
    /// Words here and there, as on a street.
    Strewn,
}

impl Layout {
    fn number(self) -> &'static str {
        match self {
            Self::Page => "3",
            Self::TurnedPage => "1",
            Self::Strewn => "11",
        }
    }
}

/// The program with what it can read.
#[derive(Debug, Clone)]
pub(crate) struct Tesseract {
    program: PathBuf,
    /// Codes of the languages to look for, the likeliest first.
    languages: Vec<String>,
    /// Whether it can tell which way up a page is.
    pub finds_orientation: bool,
}

impl Tesseract {
    /// The program's file, where it is installed.
    pub(crate) fn installed() -> Option<PathBuf> {
        program::find("tesseract", &FOLDERS)
    }

    /// Asks the program what languages it has. `spoken` is what this computer is set to, such as
    /// `de_DE.UTF-8`.
    ///
    /// # Errors
    /// The program does not run, or has no language at all.
    pub(crate) fn new(
        program: PathBuf,
        spoken: &str,
        context: &Context,
    ) -> Result<Self, ToolError> {
        let said = program::run(&program, &["--list-langs"], context)?;
        let said = String::from_utf8_lossy(&said);
        let names = said
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.contains([' ', '/', ':']));
        let (special, mut languages): (Vec<String>, Vec<String>) = names
            .map(str::to_owned)
            .partition(|name| ["osd", "equ", "snum"].contains(&name.as_str()));
        let mine = NAMES
            .iter()
            .filter(|(.., short)| spoken.split(['_', '-', '.']).next() == Some(*short));
        let mine: Vec<&str> = mine.map(|(code, ..)| *code).collect();
        languages.sort_by_key(|code| (!mine.contains(&code.as_str()), code != "eng"));
        languages.truncate(MOST_LANGUAGES);
        if languages.is_empty() {
            return Err(ToolError::Missing(format!(
                "Tesseract is installed but knows no language. {}",
                install_hint("tesseract-ocr-eng", "tesseract-lang")
            )));
        }
        Ok(Self {
            program,
            languages,
            finds_orientation: special.iter().any(|name| name == "osd"),
        })
    }

    /// The languages that are looked for, for people: `English and German`.
    pub(crate) fn languages(&self) -> String {
        let name = |code: &String| {
            NAMES
                .iter()
                .find(|(known, ..)| known == code)
                .map_or_else(|| code.clone(), |(_, name, _)| (*name).to_owned())
        };
        let names: Vec<String> = self.languages.iter().map(name).collect();
        match names.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            names => names.concat(),
        }
    }

    /// Looks at an image once.
    ///
    /// # Errors
    /// The program fails, or the step was stopped.
    pub(crate) fn look(
        &self,
        image: &Path,
        layout: Layout,
        context: &Context,
    ) -> Result<Reading, ToolError> {
        let mut arguments: Vec<OsString> = vec![image.into(), "stdout".into()];
        let rest = [
            "-l",
            &self.languages.join("+"),
            "--psm",
            layout.number(),
            "tsv",
        ];
        arguments.extend(rest.map(OsString::from));
        let table = program::run(&self.program, &arguments, context)?;
        let reading = Reading::from_table(&String::from_utf8_lossy(&table));
        Ok(if layout == Layout::Strewn {
            reading.in_rows()
        } else {
            reading
        })
    }
}

/// Sentence that says how to install a package, by its name on Debian and with Homebrew.
pub(crate) fn install_hint(debian: &str, homebrew: &str) -> String {
    if cfg!(target_os = "macos") {
        format!("Install it with “brew install {homebrew}”.")
    } else if cfg!(windows) {
        "Install it from https://github.com/UB-Mannheim/tesseract/wiki, with the languages that you need.".to_owned()
    } else {
        format!("Install the package {debian} (on Debian and Ubuntu: “sudo apt install {debian}”).")
    }
}
