//! Reads tables from files: Adobe's Cube format (“Cube LUT Specification 1.0”) and the .3dl files of
//! Autodesk's Lustre and Flame.

use super::{ColorLookup, NoTable, Shape};

/// The most points along each component of a grid, as in libav.
const LARGEST_GRID: usize = 256;
/// The most points of a curve.
const LARGEST_CURVE: usize = 65_536;

fn no_table(reason: &str) -> NoTable {
    NoTable(reason.to_owned())
}

/// A text as a table.
pub(super) fn read(text: &str) -> Result<ColorLookup, NoTable> {
    let lines = || {
        text.trim_start_matches('\u{feff}')
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim())
            .filter(|line| !line.is_empty())
    };
    if lines().any(|line| line.starts_with("LUT_")) {
        cube(lines())
    } else {
        three_dl(lines())
    }
}

/// The numbers of a line; none where it holds anything else.
fn numbers(line: &str) -> Option<Vec<f32>> {
    line.split_whitespace()
        .map(|word| word.parse().ok().filter(|number: &f32| number.is_finite()))
        .collect()
}

fn three(line: &str) -> Option<[f32; 3]> {
    numbers(line)?.try_into().ok()
}

fn cube<'a>(lines: impl Iterator<Item = &'a str>) -> Result<ColorLookup, NoTable> {
    let mut form = None;
    let mut domain = [[0.0; 3], [1.0; 3]];
    let mut colors = Vec::new();
    for line in lines {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let broken = || NoTable(format!("its line “{line}” cannot be read"));
        match word {
            "TITLE" => {}
            "LUT_1D_SIZE" | "LUT_3D_SIZE" => {
                let shape = if word == "LUT_3D_SIZE" {
                    Shape::Grid
                } else {
                    Shape::Curves
                };
                let size: usize = rest.trim().parse().map_err(|_| broken())?;
                if form.replace((shape, size)).is_some() {
                    return Err(no_table(
                        "it holds two tables, one after the other, which is not done here",
                    ));
                }
            }
            "DOMAIN_MIN" => domain[0] = three(rest).ok_or_else(broken)?,
            "DOMAIN_MAX" => domain[1] = three(rest).ok_or_else(broken)?,
            // As DaVinci Resolve writes its domains.
            "LUT_1D_INPUT_RANGE" | "LUT_3D_INPUT_RANGE" => {
                let range = numbers(rest).filter(|range| range.len() == 2);
                let range = range.ok_or_else(broken)?;
                domain = [[range[0]; 3], [range[1]; 3]];
            }
            _ => colors.push(three(line).ok_or_else(broken)?),
        }
    }
    let (shape, size) = form.ok_or_else(|| no_table("it does not say how large it is"))?;
    table(shape, size, domain, colors)
}

/// A table of .3dl: a line of points along a component, then a line for each colour, in whole
/// numbers of 10, 12 or 16 bits; blue runs fastest.
fn three_dl<'a>(lines: impl Iterator<Item = &'a str>) -> Result<ColorLookup, NoTable> {
    let unlike = || no_table("it is neither a .cube nor a .3dl file");
    let mut points = 0;
    let mut whole: Vec<[f32; 3]> = Vec::new();
    for line in lines {
        // “3DMESH” and “Mesh 5 12” stand before, gammas behind some.
        let Some(found) = numbers(line) else {
            let first = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
            if first.starts_with(|letter: char| letter.is_ascii_alphabetic()) && line.len() < 200 {
                continue;
            }
            return Err(unlike());
        };
        match found[..] {
            [red, green, blue] if points > 0 => whole.push([red, green, blue]),
            [_, _, _, _, ..] if points == 0 => points = found.len(),
            _ => return Err(unlike()),
        }
    }
    if points == 0 || whole.is_empty() {
        return Err(unlike());
    }
    let highest = whole.iter().flatten().copied().fold(0.0, f32::max);
    let full = [1023.0, 4095.0, 65_535.0]
        .into_iter()
        .find(|full| highest <= *full)
        .ok_or_else(unlike)?;
    let count = points * points * points;
    if whole.len() != count {
        return Err(NoTable(format!(
            "it holds {} colours instead of {count}",
            whole.len()
        )));
    }
    let colors = (0..count).map(|number| {
        let (red, green, blue) = (
            number % points,
            number / points % points,
            number / (points * points),
        );
        let color = whole[(red * points + green) * points + blue];
        color.map(|value| value / full)
    });
    table(Shape::Grid, points, [[0.0; 3], [1.0; 3]], colors.collect())
}

/// A table whose parts fit each other.
fn table(
    shape: Shape,
    size: usize,
    domain: [[f32; 3]; 2],
    colors: Vec<[f32; 3]>,
) -> Result<ColorLookup, NoTable> {
    let (largest, count) = match shape {
        Shape::Curves => (LARGEST_CURVE, size),
        Shape::Grid => (LARGEST_GRID, size.saturating_pow(3)),
    };
    if !(2..=largest).contains(&size) {
        return Err(NoTable(format!(
            "it has {size} points along each component, and 2 to {largest} are possible"
        )));
    }
    if colors.len() != count {
        return Err(NoTable(format!(
            "it holds {} colours instead of {count}",
            colors.len()
        )));
    }
    if (0..3).any(|i| domain[1][i] - domain[0][i] < 1e-6) {
        return Err(no_table("its first point is not below its last one"));
    }
    Ok(ColorLookup {
        shape,
        size,
        domain,
        colors,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn files_of_both_kinds_are_read() {
        let cube = "\u{feff}# by a camera\r\nTITLE \"Warm 1\"\r\nDOMAIN_MIN 0 0 0\r\nDOMAIN_MAX 1 1 1\r\nLUT_1D_SIZE 2\r\n\r\n0.1 0 0\r\n1 1 0.9 # white\r\n";
        let read = super::read(cube).unwrap();
        assert_eq!(read.size, 2);
        assert!((read.colors[0][0] - 0.1).abs() < 1e-6);
        let color = |number: u32| {
            let [red, green, blue] = [number / 16, number / 4 % 4, number % 4].map(|n| n * 341);
            format!("{red} {green} {blue}\n")
        };
        let colors: String = (0..64).map(color).collect::<Vec<_>>().concat();
        let lines = format!("3DMESH\nMesh 2 10\n0 341 682 1023\n{colors}gamma 1.0\n");
        let read = super::read(&lines).unwrap();
        let found = read.of([0.2, 0.5, 0.9], 1.0);
        let wanted = [0.2, 0.5, 0.9];
        assert!(
            (0..3).all(|i| (found[i] - wanted[i]).abs() < 1e-5),
            "{found:?}"
        );
    }

    #[test]
    fn what_is_no_table_is_told() {
        for (text, said) in [
            ("Dear Sir or Madam,\nthank you.", "neither"),
            ("", "neither"),
            ("1 2 3\n4 5 6\n", "neither"),
            ("LUT_3D_SIZE 2\n0 0 0\n", "1 colours instead of 8"),
            ("LUT_3D_SIZE 900\n0 0 0\n", "900 points"),
            ("LUT_3D_SIZE 2\n0 0 x\n", "cannot be read"),
            ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n", "two tables"),
            ("DOMAIN_MIN 1 1 1\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n", "below"),
        ] {
            let NoTable(reason) = super::read(text).unwrap_err();
            assert!(reason.contains(said), "{text}: {reason}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases(256))]
        #[test]
        fn any_text_is_a_table_or_told(text in "(LUT_[13]D_SIZE [0-9]{1,3}\n|[0-9 .\n]{0,12}|[a-zA-Z]{0,5}\n){0,12}") {
            if let Ok(table) = super::read(&text) {
                let made = table.of([0.3, 0.6, 1.0], 1.0);
                prop_assert!(made.iter().all(|value| (0.0..=1.0).contains(value)));
            }
        }
    }
}
