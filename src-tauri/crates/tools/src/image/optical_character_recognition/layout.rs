//! Lines that were read here and there on an image, put into the order in which people read:
//! columns from left to right, in each of them rows from top to bottom, in each of these from left
//! to right. Columns are found by cutting where nothing stands from top to bottom (Nagy and Seth
//! 1984, "Hierarchical representation of optically scanned documents").

use super::words::joins_without_space;

/// A part of a line and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    /// Text of the piece.
    pub text: String,
    /// Its corners in pixels as `(x, y)`, from the upper left one clockwise as it is read.
    pub corners: [(f32, f32); 4],
}

/// A column has at least so many pieces; fewer beside each other are the cells of a row.
const FEWEST: usize = 3;
/// The pieces of a column are at least so many times as wide as high; what is shorter is a list's
/// numbers or prices.
const WIDE: f32 = 6.0;
/// Between columns, and between paragraphs, is at least so much of a piece's height.
const GUTTER: f32 = 1.0;
const APART: f32 = 0.7;

/// The text: one line for each row, an empty one between paragraphs and between columns.
pub(crate) fn text(pieces: &[Piece]) -> String {
    let slant = slant(pieces);
    let places: Vec<Place> = pieces.iter().map(|piece| Place::of(piece, slant)).collect();
    let blocks: Vec<String> = blocks(places).into_iter().map(paragraphs).collect();
    blocks.join("\n\n")
}

/// A piece on an image that was turned upright.
#[derive(Debug, Clone)]
struct Place<'a> {
    text: &'a str,
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl<'a> Place<'a> {
    fn of(piece: &'a Piece, slant: f32) -> Self {
        let (sin, cos) = slant.sin_cos();
        let [a, b, c, d] = piece
            .corners
            .map(|(x, y)| (cos * x + sin * y, cos * y - sin * x));
        let mean = f32::midpoint;
        let (left, right, top, bottom) = (
            mean(a.0, d.0),
            mean(b.0, c.0),
            mean(a.1, b.1),
            mean(c.1, d.1),
        );
        Self {
            text: &piece.text,
            left,
            right,
            top,
            bottom,
        }
    }

    fn height(&self) -> f32 {
        self.bottom - self.top
    }
}

/// Rise or fall of most lines, in radians: what runs from top to bottom says nothing of it.
fn slant(pieces: &[Piece]) -> f32 {
    let slants = pieces.iter().filter_map(|piece| {
        let [a, b, _, d] = piece.corners;
        let (across, down) = ((b.0 - a.0, b.1 - a.1), (d.0 - a.0, d.1 - a.1));
        (across.0.hypot(across.1) > 2.0 * down.0.hypot(down.1)).then(|| across.1.atan2(across.0))
    });
    middle(slants)
}

/// The value that half of the others are below; 0 where there is none.
fn middle(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Places in groups of which none has columns, in reading order. A title above columns and a line
/// below them are groups too.
fn blocks(mut places: Vec<Place>) -> Vec<Vec<Place>> {
    if let Some((left, right)) = columns(&places) {
        return [blocks(left), blocks(right)].concat();
    }
    places.sort_by(|a, b| a.top.total_cmp(&b.top));
    let Some((from, to)) = band(&places) else {
        return vec![places];
    };
    let below = places.split_off(to);
    let between = places.split_off(from);
    [places, between, below]
        .into_iter()
        .filter(|some| !some.is_empty())
        .flat_map(blocks)
        .collect()
}

/// The first band from one side to the other that has columns, as high as it can be: where it
/// begins and ends in places that are sorted by their top.
fn band(places: &[Place]) -> Option<(usize, usize)> {
    let mut cuts = vec![0];
    cuts.extend(gaps(places, |place| (place.top, place.bottom), 0.0));
    cuts.push(places.len());
    let has_columns = |from: usize, to: usize| columns(&places[from..to]).is_some();
    cuts.iter().find_map(|&from| {
        // The lowest band that can have columns is looked at first, so that a long page is not
        // looked at for each of its rows.
        let lowest = *cuts.iter().find(|to| **to >= from + 2 * FEWEST)?;
        has_columns(from, lowest).then_some(())?;
        cuts.iter()
            .rev()
            .find(|to| has_columns(from, **to))
            .map(|to| (from, *to))
    })
}

/// Places left and right of the first gap from top to bottom that has columns on both sides.
fn columns<'a>(places: &[Place<'a>]) -> Option<(Vec<Place<'a>>, Vec<Place<'a>>)> {
    let mut places = places.to_vec();
    places.sort_by(|a, b| a.left.total_cmp(&b.left));
    let height = middle(places.iter().map(Place::height));
    let is_column = |some: &[Place]| {
        some.len() >= FEWEST
            && middle(some.iter().map(|place| place.right - place.left)) >= WIDE * height
    };
    let gaps = gaps(&places, |place| (place.left, place.right), GUTTER * height);
    let cut = gaps
        .into_iter()
        .find(|gap| is_column(&places[..*gap]) && is_column(&places[*gap..]))?;
    let right = places.split_off(cut);
    Some((places, right))
}

/// The places before which is a gap wider than `least`, in places that are sorted by where they
/// begin.
fn gaps(places: &[Place], ends: impl Fn(&Place) -> (f32, f32), least: f32) -> Vec<usize> {
    let mut reached = f32::MAX;
    let mut gaps = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let (from, to) = ends(place);
        if from - reached > least {
            gaps.push(index);
        }
        reached = if index == 0 { to } else { reached.max(to) };
    }
    gaps
}

/// The text of a group without columns.
fn paragraphs(mut places: Vec<Place>) -> String {
    let height = middle(places.iter().map(Place::height));
    places.sort_by(|a, b| (a.top + a.bottom).total_cmp(&(b.top + b.bottom)));
    let mut rows: Vec<Vec<Place>> = Vec::new();
    for place in places {
        match rows.last_mut() {
            Some(row) if f32::midpoint(place.top, place.bottom) < row[0].bottom => row.push(place),
            _ => rows.push(vec![place]),
        }
    }
    let (mut text, mut reached) = (String::new(), f32::MAX);
    for mut row in rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
        let top = row.iter().map(|place| place.top).fold(f32::MAX, f32::min);
        if !text.is_empty() {
            text.push_str(if top - reached > APART * height {
                "\n\n"
            } else {
                "\n"
            });
        }
        let start = text.len();
        for place in &row {
            if text.len() > start && !joins_without_space(&text, place.text) {
                text.push(' ');
            }
            text.push_str(place.text);
        }
        reached = row
            .iter()
            .map(|place| place.bottom)
            .fold(f32::MIN, f32::max);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Piece, text};

    fn piece(text: &str, (left, top): (f32, f32), (width, height): (f32, f32)) -> Piece {
        let (right, bottom) = (left + width, top + height);
        Piece {
            text: text.to_owned(),
            corners: [(left, top), (right, top), (right, bottom), (left, bottom)],
        }
    }

    fn page() -> Vec<Piece> {
        let mut pieces = vec![piece("right 1", (330.0, 52.0), (250.0, 20.0))];
        for line in 2..5_u8 {
            let top = 22.0 * f32::from(line);
            pieces.push(piece(
                &format!("right {line}"),
                (330.0, 30.0 + top),
                (240.0, 20.0),
            ));
            pieces.push(piece(
                &format!("left {line}"),
                (20.0, 30.0 + top),
                (250.0, 20.0),
            ));
        }
        pieces.push(piece("left 1", (20.0, 50.0), (260.0, 20.0)));
        pieces.push(piece("Title over all", (100.0, 5.0), (400.0, 30.0)));
        pieces.push(piece(
            "Foot note below both of them",
            (20.0, 180.0),
            (560.0, 20.0),
        ));
        pieces
    }

    const READ: &str = "Title over all\n\nleft 1\nleft 2\nleft 3\nleft 4\n\nright 1\nright 2\nright 3\nright 4\n\n\
        Foot note below both of them";

    #[test]
    fn columns_are_read_one_after_the_other_below_their_title() {
        assert_eq!(text(&page()), READ);
        assert_eq!(text(&[]), "");
    }

    #[test]
    fn a_slanted_page_is_read_like_a_straight_one() {
        for slant in [-0.2_f32, 0.15] {
            let (sin, cos) = slant.sin_cos();
            let mut pieces = page();
            for piece in &mut pieces {
                piece.corners = piece
                    .corners
                    .map(|(x, y)| (cos * x - sin * y + 200.0, sin * x + cos * y + 200.0));
            }
            assert_eq!(text(&pieces), READ);
        }
    }

    #[test]
    fn the_price_of_a_thing_stands_in_its_row() {
        let mut pieces = Vec::new();
        for (line, (thing, price)) in [("Coffee", "3.20"), ("Tea", "2.80"), ("Cake", "4.50")]
            .into_iter()
            .enumerate()
        {
            let top = 30.0 * line as f32;
            pieces.push(piece(price, (300.0, top + 2.0), (50.0, 20.0)));
            pieces.push(piece(thing, (10.0, top), (150.0, 20.0)));
        }
        pieces.push(piece("東京", (10.0, 120.0), (50.0, 20.0)));
        pieces.push(piece("駅", (70.0, 121.0), (25.0, 20.0)));
        assert_eq!(text(&pieces), "Coffee 3.20\nTea 2.80\nCake 4.50\n\n東京駅");
    }
}
