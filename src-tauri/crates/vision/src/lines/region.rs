//! Grows regions of pixels that hang together and whose level lines run the same way (section 2.5).

use super::field::Field;

/// Pixels that share a direction.
pub(super) struct Region {
    /// Their places; the first is the seed.
    pub(super) pixels: Vec<u32>,
    /// The mean direction, of length 1.
    pub(super) along: [f64; 2],
}

/// Grows regions and knows which pixels are taken.
pub(super) struct Grower<'a> {
    pub(super) field: &'a Field,
    taken: Vec<bool>,
    /// Kept between regions: most are small, and there are many.
    spare: Vec<u32>,
}

impl<'a> Grower<'a> {
    pub(super) fn new(field: &'a Field) -> Self {
        Self {
            field,
            taken: vec![false; field.directions.len()],
            spare: Vec::new(),
        }
    }

    /// The region around a seed whose directions differ from their mean by at most `tolerance`
    /// radians, and which takes its pixels; none where the seed is taken or fewer than `least`
    /// pixels are found (they stay taken).
    pub(super) fn grow(&mut self, seed: usize, tolerance: f64, least: usize) -> Option<Region> {
        if self.taken[seed] {
            return None;
        }
        let (width, height) = (self.field.width, self.field.height);
        let cosine = tolerance.min(std::f64::consts::PI).cos();
        let mut along = self.field.directions[seed].map(f64::from);
        let mut sum = along;
        let mut pixels = std::mem::take(&mut self.spare);
        pixels.clear();
        pixels.push(seed as u32);
        self.taken[seed] = true;
        let mut next = 0;
        while let Some(&at) = pixels.get(next) {
            next += 1;
            let (x, y) = (at as usize % width, at as usize / width);
            for row in y.saturating_sub(1)..=(y + 1).min(height - 1) {
                for column in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                    let beside = row * width + column;
                    if !self.taken[beside] && self.field.is_aligned(beside, along, cosine) {
                        self.taken[beside] = true;
                        pixels.push(beside as u32);
                        let [across, down] = self.field.directions[beside].map(f64::from);
                        sum = [sum[0] + across, sum[1] + down];
                        let length = sum[0].hypot(sum[1]).max(f64::MIN_POSITIVE);
                        along = sum.map(|part| part / length);
                    }
                }
            }
        }
        if pixels.len() < least {
            self.spare = pixels;
            return None;
        }
        Some(Region { pixels, along })
    }

    /// Gives pixels back.
    pub(super) fn free(&mut self, pixels: &[u32]) {
        for &at in pixels {
            self.taken[at as usize] = false;
        }
    }

    /// The standard deviation of the directions of the region's pixels within `radius` pixels of
    /// its seed, in radians.
    pub(super) fn deviation_near_seed(&self, region: &Region, radius: f64) -> f64 {
        let Some(&seed) = region.pixels.first() else {
            return 0.0;
        };
        let (x, y) = self.field.place(seed);
        let [across, down] = self.field.directions[seed as usize].map(f64::from);
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
        for &at in &region.pixels {
            let (column, row) = self.field.place(at);
            if (column - x).hypot(row - y) < radius {
                let [u, v] = self.field.directions[at as usize].map(f64::from);
                let angle = (across * v - down * u).atan2(across * u + down * v);
                (sum, squares, count) = (sum + angle, squares + angle * angle, count + 1.0);
            }
        }
        let count = f64::max(count, 1.0);
        (squares / count - (sum / count).powi(2)).max(0.0).sqrt()
    }

    /// Takes what lies farther than `radius` pixels from the seed out of the region and gives it
    /// back.
    pub(super) fn cut_back(&mut self, region: &mut Region, radius: f64) {
        let Some(&seed) = region.pixels.first() else {
            return;
        };
        let (x, y) = self.field.place(seed);
        region.pixels.retain(|&at| {
            let (column, row) = self.field.place(at);
            let stays = (column - x).hypot(row - y) <= radius;
            if !stays {
                self.taken[at as usize] = false;
            }
            stays
        });
    }
}
