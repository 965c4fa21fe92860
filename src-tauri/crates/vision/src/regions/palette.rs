//! Colours for a map: each region has one that no other has, and those beside each other are told
//! apart at once.

use super::graph::Regions;

/// Hues turn by the golden section: however many there are, they lie evenly.
const TURN: f32 = 0.618_034;
/// Saturation and value, in turn: with the hues alone, a dozen regions would be hard to tell apart.
const SHADES: [(f32, f32); 5] = [
    (0.70, 0.95),
    (0.85, 0.65),
    (0.45, 0.85),
    (0.60, 0.45),
    (0.30, 1.00),
];
/// Number of the free colours that are tried on each region.
const CHOICES: usize = 24;

/// The colour of each region, sRGB.
pub(crate) fn colors(regions: &Regions) -> Vec<[u8; 3]> {
    let mut sizes = vec![0_usize; regions.count];
    for &label in &regions.labels {
        sizes[label as usize] += 1;
    }
    let mut neighbours = vec![Vec::new(); regions.count];
    for &(a, b) in &regions.beside {
        neighbours[a as usize].push(b as usize);
        neighbours[b as usize].push(a as usize);
    }
    let mut order: Vec<usize> = (0..regions.count).collect();
    order.sort_by_key(|&region| (std::cmp::Reverse(sizes[region]), region));
    let mut free = all().take(regions.count + CHOICES).collect::<Vec<_>>();
    let mut chosen = vec![None; regions.count];
    for region in order {
        let around: Vec<[u8; 3]> = neighbours[region]
            .iter()
            .filter_map(|&next| chosen[next])
            .collect();
        let apart = |color: [u8; 3]| {
            around
                .iter()
                .map(|&other| difference(color, other))
                .min()
                .unwrap_or(u32::MAX)
        };
        // The first of the best: max_by_key would take the last.
        let best = (0..free.len().min(CHOICES))
            .rev()
            .max_by_key(|&index| apart(free[index]))
            .unwrap_or(0);
        chosen[region] = Some(free.remove(best));
    }
    chosen.into_iter().map(Option::unwrap_or_default).collect()
}

/// Colours without end, none twice.
fn all() -> impl Iterator<Item = [u8; 3]> {
    let mut seen = std::collections::BTreeSet::new();
    (0_usize..)
        .map(|index| {
            let (saturation, value) = SHADES[index % SHADES.len()];
            from_hue((index as f32 * TURN).fract(), saturation, value)
        })
        .filter(move |color| seen.insert(*color))
}

/// sRGB of a hue, a saturation and a value, all from 0 to 1.
fn from_hue(hue: f32, saturation: f32, value: f32) -> [u8; 3] {
    [5.0, 3.0, 1.0].map(|offset| {
        let place = (offset + 6.0 * hue) % 6.0;
        let level = value - value * saturation * place.min(4.0 - place).clamp(0.0, 1.0);
        (level * 255.0).round() as u8
    })
}

/// Perceived difference of two colours: the squared distance, green weighing most.
fn difference(a: [u8; 3], b: [u8; 3]) -> u32 {
    let [r, g, blue] = [0, 1, 2].map(|channel| u32::from(a[channel].abs_diff(b[channel])).pow(2));
    2 * r + 4 * g + 3 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_the_regions_own_and_differ_from_those_beside() {
        let marks: Vec<u32> = (0..60 * 60).map(|at| at / 300 * 12 + at % 60 / 5).collect();
        let regions = super::super::graph::numbered(&marks, 60);
        let colors = colors(&regions);
        assert_eq!(colors.len(), 144);
        let mut sorted = colors.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 144);
        let least = regions
            .beside
            .iter()
            .map(|&(a, b)| difference(colors[a as usize], colors[b as usize]))
            .min();
        assert!(least.unwrap() > 9 * 60 * 60, "{least:?}");
        assert_eq!(from_hue(0.0, 1.0, 1.0), [255, 0, 0]);
        assert_eq!(from_hue(1.0 / 3.0, 1.0, 1.0), [0, 255, 0]);
    }
}
