//! Files in the order of their names, as people count: `DSC_99` before `DSC_100`.

use patchbay_domain::LabelledImage;

/// A piece of a name: a number, before all else by its value, or letters.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// Its digits without leading zeros: by their count, then one by one.
    Number(usize, String),
    Letters(String),
}

/// Images in the order of their names.
pub(super) fn by_name(mut images: Vec<LabelledImage>) -> Vec<LabelledImage> {
    images.sort_by_cached_key(|image| (pieces(&image.file.name), image.file.name.clone()));
    images
}

fn pieces(name: &str) -> Vec<Piece> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    let runs = letters.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let piece = |run: &[char]| {
        let text: String = run.iter().collect();
        if run[0].is_ascii_digit() {
            let digits = text.trim_start_matches('0').to_owned();
            Piece::Number(digits.len(), digits)
        } else {
            Piece::Letters(text)
        }
    };
    runs.map(piece).collect()
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;

    use super::*;

    #[test]
    fn numbers_count_by_their_value() {
        let image = |name: &str| LabelledImage {
            file: MediaFile {
                path: name.into(),
                name: name.to_owned(),
            },
            label: None,
        };
        let given = ["DSC_110.jpg", "dsc_99.jpg", "DSC_100.jpg", "DSC_0101.jpg"];
        let sorted = by_name(given.map(image).to_vec());
        let names: Vec<&str> = sorted.iter().map(|image| &*image.file.name).collect();
        assert_eq!(
            names,
            ["dsc_99.jpg", "DSC_100.jpg", "DSC_0101.jpg", "DSC_110.jpg"]
        );
    }
}
