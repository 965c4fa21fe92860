//! Places and sizes of images or videos that are shown together.

/// Arrangement of images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Beside each other, all equally high.
    Row,
    /// Below each other, all equally wide.
    Column,
    /// In rows of so many cells of one size.
    Grid(u32),
    /// In rows of so many images each, all rows equally wide.
    Rows(Vec<u32>),
}

/// An image on the whole, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Cell {
    /// The same on even pixels, as the colours of videos lie.
    pub(crate) fn even(self) -> Self {
        let even = |side: u32| side & !1;
        Self {
            left: even(self.left),
            top: even(self.top),
            width: even(self.width).max(2),
            height: even(self.height).max(2),
        }
    }
}

/// Size of the whole, and place of each image on it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arranged {
    pub(crate) size: (u32, u32),
    pub(crate) cells: Vec<Cell>,
}

/// Maximum size of the whole: what lies on it becomes smaller otherwise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) pixels: f64,
    /// The longest side, in pixels.
    pub(crate) longest: f64,
}

/// Images of these sizes arranged, `gap` (of the shorter side of the first one as it is shown)
/// apart.
pub(crate) fn arranged(
    sizes: &[(u32, u32)],
    layout: &Layout,
    gap: f64,
    bounds: Bounds,
) -> Arranged {
    let whole = at_scale(sizes, layout, gap, 1.0);
    let (wide, high) = (f64::from(whole.size.0), f64::from(whole.size.1));
    let fitting = (bounds.pixels / (wide * high)).sqrt();
    let scale = fitting.min(bounds.longest / wide.max(high));
    if scale >= 1.0 {
        whole
    } else {
        at_scale(sizes, layout, gap, scale)
    }
}

fn at_scale(sizes: &[(u32, u32)], layout: &Layout, gap: f64, scale: f64) -> Arranged {
    match layout {
        Layout::Row => in_row(sizes, gap, scale),
        Layout::Column => {
            let turned = |(width, height): &(u32, u32)| (*height, *width);
            let sizes: Vec<_> = sizes.iter().map(turned).collect();
            let Arranged { size, cells } = in_row(&sizes, gap, scale);
            let cells = cells.into_iter().map(|cell| Cell {
                left: cell.top,
                top: cell.left,
                width: cell.height,
                height: cell.width,
            });
            Arranged {
                size: (size.1, size.0),
                cells: cells.collect(),
            }
        }
        Layout::Grid(columns) => in_grid(sizes, *columns, gap, scale),
        Layout::Rows(rows) => in_rows(sizes, rows, gap, scale),
    }
}

/// In rows below each other, all as wide as the first one.
fn in_rows(sizes: &[(u32, u32)], rows: &[u32], gap: f64, scale: f64) -> Arranged {
    let mut whole = Arranged {
        size: (1, 0),
        cells: Vec::with_capacity(sizes.len()),
    };
    let (mut at, mut apart) = (0, 0);
    for (number, count) in rows.iter().enumerate() {
        let of_row = &sizes[at.min(sizes.len())..(at + *count as usize).min(sizes.len())];
        at += of_row.len();
        if of_row.is_empty() {
            continue;
        }
        let mut row = in_row(of_row, 0.0, scale);
        if number == 0 {
            let shorter = row
                .cells
                .iter()
                .map(|cell| cell.width.min(cell.height))
                .min()
                .unwrap_or(1);
            apart = (f64::from(shorter) * gap).round() as u32;
            let most = rows
                .iter()
                .copied()
                .max()
                .unwrap_or(1)
                .min(sizes.len() as u32);
            // Room for the gaps, and a pixel at the least for each image of the fullest row.
            let gaps = |count: u32| apart * (count - 1);
            whole.size.0 = (row.size.0 + gaps(of_row.len() as u32)).max(most + gaps(most));
        }
        let room = whole
            .size
            .0
            .saturating_sub(apart * (of_row.len() as u32 - 1))
            .max(of_row.len() as u32);
        let fitting = f64::from(room) / f64::from(row.size.0);
        let height = pixels(f64::from(row.size.1) * fitting);
        let top = whole.size.1 + if number == 0 { 0 } else { apart };
        let (mut left, mut right) = (0, 0.0);
        for (place, cell) in row.cells.iter_mut().enumerate() {
            right += f64::from(cell.width) * fitting;
            // The last one ends where the row does, and none is lost.
            let behind = (of_row.len() - place - 1) as u32;
            let end = if behind == 0 {
                room
            } else {
                (right.round() as u32).clamp(left + 1, room - behind)
            };
            let width = end - left;
            *cell = Cell {
                left: left + place as u32 * apart,
                top,
                width,
                height,
            };
            left = end;
        }
        whole.cells.extend(row.cells);
        whole.size.1 = top + height;
    }
    whole
}

fn pixels(length: f64) -> u32 {
    (length.round() as u32).max(1)
}

/// Equally high: as high as the highest, but none more than twice enlarged.
fn in_row(sizes: &[(u32, u32)], gap: f64, scale: f64) -> Arranged {
    let heights = || sizes.iter().map(|(_, height)| *height);
    let (low, high) = (heights().min().unwrap_or(1), heights().max().unwrap_or(1));
    let height = pixels(f64::from(high.min(low.saturating_mul(2))) * scale);
    let width_of = |(width, own): &(u32, u32)| {
        pixels(f64::from(*width) * f64::from(height) / f64::from((*own).max(1)))
    };
    let shorter = sizes.first().map_or(1, width_of).min(height);
    let gap = (f64::from(shorter) * gap).round() as u32;
    let mut left = 0;
    let cells: Vec<Cell> = sizes
        .iter()
        .map(|size| {
            let cell = Cell {
                left,
                top: 0,
                width: width_of(size),
                height,
            };
            left += cell.width + gap;
            cell
        })
        .collect();
    Arranged {
        size: (left.saturating_sub(gap).max(1), height),
        cells,
    }
}

/// In cells of the first image's size, each image whole in the middle of its cell. A last row that
/// is not full is centred.
fn in_grid(sizes: &[(u32, u32)], columns: u32, gap: f64, scale: f64) -> Arranged {
    let count = sizes.len() as u32;
    let columns = columns.clamp(1, count.max(1));
    let rows = count.div_ceil(columns);
    let (wide, high) = sizes.first().copied().unwrap_or((1, 1));
    let (wide, high) = (
        pixels(f64::from(wide) * scale),
        pixels(f64::from(high) * scale),
    );
    let gap = (f64::from(wide.min(high)) * gap).round() as u32;
    let cell = |(number, (own_wide, own_high)): (usize, &(u32, u32))| {
        let (row, column) = (number as u32 / columns, number as u32 % columns);
        let in_row = columns.min(count - row * columns);
        let indent = (columns - in_row) * (wide + gap) / 2;
        let (own_wide, own_high) = (f64::from(*own_wide), f64::from(*own_high));
        let fitting = (f64::from(wide) / own_wide).min(f64::from(high) / own_high);
        let width = pixels(own_wide * fitting).min(wide);
        let height = pixels(own_high * fitting).min(high);
        Cell {
            left: indent + column * (wide + gap) + (wide - width) / 2,
            top: row * (high + gap) + (high - height) / 2,
            width,
            height,
        }
    };
    Arranged {
        size: (
            columns * (wide + gap) - gap,
            rows.max(1) * (high + gap) - gap,
        ),
        cells: sizes.iter().enumerate().map(cell).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::cases;

    const BOUNDS: Bounds = Bounds {
        pixels: 64e6,
        longest: 16_000.0,
    };

    #[test]
    fn images_lie_beside_each_other_equally_high() {
        let row = arranged(&[(100, 50), (40, 80)], &Layout::Row, 0.1, BOUNDS);
        assert_eq!(row.size, (160 + 8 + 40, 80));
        let column = arranged(&[(100, 50), (200, 80)], &Layout::Column, 0.0, BOUNDS);
        assert_eq!(column.size, (200, 180));
        assert_eq!(column.cells[1].top, 100);
    }

    #[test]
    fn a_last_row_is_centred_and_images_are_whole() {
        let grid = arranged(
            &[(100, 60), (60, 60), (100, 60)],
            &Layout::Grid(2),
            0.0,
            BOUNDS,
        );
        assert_eq!(grid.size, (200, 120));
        assert_eq!((grid.cells[1].left, grid.cells[1].width), (120, 60));
        assert_eq!((grid.cells[2].left, grid.cells[2].top), (50, 60));
    }

    proptest! {
        #![proptest_config(cases(256))]
        #[test]
        fn images_lie_within_the_whole(
            sizes in prop::collection::vec((1_u32..9000, 1_u32..9000), 1..12),
            columns in 1_u32..9,
            gap in 0.0..0.3,
        ) {
            for layout in [
                Layout::Row,
                Layout::Column,
                Layout::Grid(columns),
                Layout::Rows(vec![1, sizes.len() as u32 - 1]),
            ] {
                let made = arranged(&sizes, &layout, gap, BOUNDS);
                prop_assert_eq!(made.cells.len(), sizes.len());
                for cell in &made.cells {
                    prop_assert!(cell.left + cell.width <= made.size.0);
                    prop_assert!(cell.top + cell.height <= made.size.1);
                }
            }
        }
    }
}
