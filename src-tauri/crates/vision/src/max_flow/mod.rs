//! Minimum cuts of graphs whose nodes lie on an image.

mod search;

use search::Search;

/// A graph that is being put together. Capacities are whole numbers of at most a few million, so
/// that sums stay exact.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// Flow in from the source (positive) or out to the sink (negative) at each node.
    terminals: Vec<i32>,
    edges: Vec<(u32, u32, i32)>,
}

impl Graph {
    /// A graph of so many nodes without edges.
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            terminals: vec![0; nodes],
            edges: Vec::with_capacity(nodes * 4),
        }
    }

    /// Adds to the pull on a node: positive towards the source's side, negative towards the sink's.
    pub(crate) fn pull(&mut self, node: usize, towards_source: i32) {
        self.terminals[node] = self.terminals[node].saturating_add(towards_source);
    }

    /// Makes it cost `capacity` (at least 0) to part two nodes.
    pub(crate) fn tie(&mut self, a: usize, b: usize, capacity: i32) {
        self.edges.push((a as u32, b as u32, capacity));
    }

    /// The cheapest cut: for each node whether it stays on the source's side.
    pub(crate) fn cut(self) -> Vec<bool> {
        Search::new(self).source_side()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::cases;

    fn cost(
        terminals: &[i32],
        edges: &[(usize, usize, i32)],
        source: impl Fn(usize) -> bool,
    ) -> i64 {
        let pulls = terminals.iter().enumerate().map(|(node, &pull)| {
            i64::from(if source(node) {
                (-pull).max(0)
            } else {
                pull.max(0)
            })
        });
        let ties = edges
            .iter()
            .filter(|&&(a, b, _)| source(a) != source(b))
            .map(|&(_, _, capacity)| i64::from(capacity));
        pulls.chain(ties).sum()
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn no_cut_is_cheaper(
            terminals in prop::collection::vec(-20..20_i32, 2..10),
            raw in prop::collection::vec((0..10_usize, 0..10_usize, 0..15_i32), 0..30),
        ) {
            let nodes = terminals.len();
            let edges: Vec<_> =
                raw.into_iter().map(|(a, b, c)| (a % nodes, b % nodes, c)).filter(|&(a, b, _)| a != b).collect();
            let mut graph = Graph::new(nodes);
            for (node, &pull) in terminals.iter().enumerate() {
                graph.pull(node, pull);
            }
            for &(a, b, capacity) in &edges {
                graph.tie(a, b, capacity);
            }
            let cut = graph.cut();
            let found = cost(&terminals, &edges, |node| cut[node]);
            let cheapest = (0..1_u32 << nodes).map(|set| cost(&terminals, &edges, |node| set >> node & 1 == 1)).min();
            prop_assert_eq!(Some(found), cheapest);
        }
    }
}
