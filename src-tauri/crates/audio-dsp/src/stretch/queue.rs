//! A queue that gives the loudest first, to about a decibel: a bucket for each step of power, as
//! lists through one array, so that taking and putting cost the same for any number of entries.

/// The bits of a power that choose its bucket: all of the exponent and three of the fraction.
const BITS: u32 = 11;
/// The end of a list.
const END: u32 = u32::MAX;

/// Numbers below a limit, each with a power. Each number is in it at most once.
pub(super) struct Queue {
    /// The first number of each bucket.
    first: Vec<u32>,
    /// The number after each number.
    next: Vec<u32>,
    /// Which buckets hold something, a bit each.
    filled: Vec<u64>,
    /// Buckets above this word of `filled` are empty.
    highest: usize,
}

impl Queue {
    /// For numbers below `limit`.
    pub(super) fn new(limit: usize) -> Self {
        let buckets = 1 << BITS;
        Self {
            first: vec![END; buckets],
            next: vec![END; limit],
            filled: vec![0; buckets / 64],
            highest: 0,
        }
    }

    /// Puts in a number whose power is not negative.
    pub(super) fn push(&mut self, number: usize, power: f32) {
        // Floats that are not negative are ordered as their bits are; their sign is 0.
        let bucket = (power.to_bits() >> (31 - BITS)) as usize & ((1 << BITS) - 1);
        self.next[number] = self.first[bucket];
        self.first[bucket] = number as u32;
        self.filled[bucket / 64] |= 1 << (bucket % 64);
        self.highest = self.highest.max(bucket / 64);
    }

    /// Takes out one of the loudest.
    pub(super) fn pop(&mut self) -> Option<usize> {
        while self.filled[self.highest] == 0 {
            self.highest = self.highest.checked_sub(1)?;
        }
        let word = self.filled[self.highest];
        let bit = 63 - word.leading_zeros() as usize;
        let bucket = self.highest * 64 + bit;
        let number = self.first[bucket] as usize;
        self.first[bucket] = self.next[number];
        if self.first[bucket] == END {
            self.filled[self.highest] &= !(1 << bit);
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loudest_come_first_and_all_come() {
        let mut queue = Queue::new(1_000);
        let power = |number: usize| ((number * 7_919) % 1_000) as f32 * 1e-4;
        (0..1_000).for_each(|number| queue.push(number, power(number)));
        let order: Vec<usize> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order.len(), 1_000);
        assert!(
            order
                .windows(2)
                .all(|pair| power(pair[0]) * 1.15 >= power(pair[1]))
        );
        queue.push(3, 1.0);
        assert_eq!((queue.pop(), queue.pop()), (Some(3), None));
    }
}
