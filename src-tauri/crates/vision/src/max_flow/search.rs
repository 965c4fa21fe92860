//! The search for a minimum cut.
//!
//! Boykov and Kolmogorov, "An Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy
//! Minimization in Vision" (2004), section 3: one search tree grows from the source and one from
//! the sink, and both are kept and repaired between augmentations, which on such graphs is several
//! times faster than searching anew.

use std::collections::VecDeque;

use super::Graph;

/// The tree that a node is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Free,
    Source,
    Sink,
}

/// Parents of a node: an arc to its parent by index, or one of these.
const NOTHING: u32 = u32::MAX;
const TERMINAL: u32 = u32::MAX - 1;
const ORPHANED: u32 = u32::MAX - 2;

/// Two trees that grow towards each other.
pub(super) struct Search {
    /// The arcs of node `n` are `first[n]..first[n + 1]`.
    first: Vec<u32>,
    head: Vec<u32>,
    /// The same edge, the other way.
    sister: Vec<u32>,
    residual: Vec<i32>,
    terminal: Vec<i32>,
    side: Vec<Side>,
    parent: Vec<u32>,
    /// Distance of the terminal, as known at time `seen`.
    distance: Vec<u32>,
    seen: Vec<u32>,
    time: u32,
    active: VecDeque<u32>,
    queued: Vec<bool>,
    orphans: VecDeque<u32>,
}

impl Search {
    /// Of a graph, before anything flows.
    pub(super) fn new(graph: Graph) -> Self {
        let nodes = graph.terminals.len();
        let mut first = vec![0_u32; nodes + 1];
        for &(a, b, _) in &graph.edges {
            first[a as usize + 1] += 1;
            first[b as usize + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let arcs = graph.edges.len() * 2;
        let (mut head, mut sister, mut residual) = (vec![0; arcs], vec![0; arcs], vec![0; arcs]);
        let mut next = first.clone();
        for (a, b, capacity) in graph.edges {
            let (there, back) = (next[a as usize], next[b as usize]);
            next[a as usize] += 1;
            next[b as usize] += 1;
            head[there as usize] = b;
            head[back as usize] = a;
            sister[there as usize] = back;
            sister[back as usize] = there;
            residual[there as usize] = capacity;
            residual[back as usize] = capacity;
        }
        let mut search = Self {
            first,
            head,
            sister,
            residual,
            side: vec![Side::Free; nodes],
            parent: vec![NOTHING; nodes],
            distance: vec![0; nodes],
            seen: vec![0; nodes],
            time: 0,
            active: VecDeque::new(),
            queued: vec![false; nodes],
            orphans: VecDeque::new(),
            terminal: graph.terminals,
        };
        for node in 0..nodes as u32 {
            let pull = search.terminal[node as usize];
            if pull != 0 {
                search.side[node as usize] = if pull > 0 { Side::Source } else { Side::Sink };
                search.parent[node as usize] = TERMINAL;
                search.distance[node as usize] = 1;
                search.activate(node);
            }
        }
        search
    }

    /// For each node whether the cheapest cut leaves it on the source's side.
    pub(super) fn source_side(mut self) -> Vec<bool> {
        self.run();
        self.side.iter().map(|&side| side == Side::Source).collect()
    }

    fn run(&mut self) {
        while let Some(node) = self.active.pop_front() {
            self.queued[node as usize] = false;
            // A path leaves the node active: there may be more paths through it.
            while let Some(bridge) = self.grow(node) {
                self.time += 1;
                self.augment(bridge);
                while let Some(orphan) = self.orphans.pop_front() {
                    self.adopt(orphan);
                }
            }
        }
    }

    fn activate(&mut self, node: u32) {
        if !self.queued[node as usize] {
            self.queued[node as usize] = true;
            self.active.push_back(node);
        }
    }

    fn arcs(&self, node: u32) -> std::ops::Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// Residual capacity of an arc from a node's own tree outwards: away from the source, or
    /// towards the sink.
    fn outward(&self, side: Side, arc: u32) -> i32 {
        self.residual[if side == Side::Source {
            arc
        } else {
            self.sister[arc as usize]
        } as usize]
    }

    /// Lets a tree take the free neighbours of a node; an arc from the source's tree to the sink's
    /// where both meet.
    fn grow(&mut self, node: u32) -> Option<u32> {
        let side = self.side[node as usize];
        if side == Side::Free {
            return None;
        }
        for arc in self.arcs(node) {
            if self.outward(side, arc) == 0 {
                continue;
            }
            let other = self.head[arc as usize];
            let (here, there) = (node as usize, other as usize);
            if self.side[there] == Side::Free {
                self.side[there] = side;
                self.hang(other, arc, node);
                self.activate(other);
            } else if self.side[there] != side {
                return Some(if side == Side::Source {
                    arc
                } else {
                    self.sister[arc as usize]
                });
            } else if self.seen[there] <= self.seen[here]
                && self.distance[there] > self.distance[here] + 1
            {
                self.hang(other, arc, node);
            }
        }
        None
    }

    /// Hangs `child` on `parent`, which reaches it by `arc`.
    fn hang(&mut self, child: u32, arc: u32, parent: u32) {
        self.parent[child as usize] = self.sister[arc as usize];
        self.seen[child as usize] = self.seen[parent as usize];
        self.distance[child as usize] = self.distance[parent as usize] + 1;
    }

    /// Sends what fits through the path over `bridge`; nodes that hung on a now full arc become
    /// orphans.
    fn augment(&mut self, bridge: u32) {
        let ends = [
            (
                self.head[self.sister[bridge as usize] as usize],
                Side::Source,
            ),
            (self.head[bridge as usize], Side::Sink),
        ];
        let mut amount = self.residual[bridge as usize];
        for (start, side) in ends {
            let mut node = start;
            while self.parent[node as usize] != TERMINAL {
                let up = self.parent[node as usize];
                // The parent arc points up; flow runs down from the source and up to the sink.
                amount = amount.min(self.outward(side, self.sister[up as usize]));
                node = self.head[up as usize];
            }
            amount = amount.min(self.terminal[node as usize].abs());
        }
        self.residual[bridge as usize] -= amount;
        self.residual[self.sister[bridge as usize] as usize] += amount;
        for (start, side) in ends {
            let mut node = start;
            while self.parent[node as usize] != TERMINAL {
                let up = self.parent[node as usize];
                let down = self.sister[up as usize];
                let (along, against) = if side == Side::Source {
                    (down, up)
                } else {
                    (up, down)
                };
                self.residual[along as usize] -= amount;
                self.residual[against as usize] += amount;
                if self.residual[along as usize] == 0 {
                    self.orphan(node);
                }
                node = self.head[up as usize];
            }
            let terminal = &mut self.terminal[node as usize];
            *terminal -= terminal.signum() * amount;
            if *terminal == 0 {
                self.orphan(node);
            }
        }
    }

    fn orphan(&mut self, node: u32) {
        self.parent[node as usize] = ORPHANED;
        self.orphans.push_back(node);
    }

    /// Finds an orphan a new parent in its own tree, the one nearest to the terminal, or sets it
    /// free with its children orphaned in turn.
    fn adopt(&mut self, orphan: u32) {
        let side = self.side[orphan as usize];
        let mut best: Option<(u32, u32)> = None;
        for arc in self.arcs(orphan) {
            let other = self.head[arc as usize];
            if self.side[other as usize] == side
                && self.outward(side, self.sister[arc as usize]) > 0
                && let Some(distance) = self.rooted(other)
                && best.is_none_or(|(_, least)| distance < least)
            {
                best = Some((arc, distance));
            }
        }
        if let Some((arc, distance)) = best {
            self.parent[orphan as usize] = arc;
            self.seen[orphan as usize] = self.time;
            self.distance[orphan as usize] = distance + 1;
            return;
        }
        for arc in self.arcs(orphan) {
            let other = self.head[arc as usize];
            if self.side[other as usize] != side {
                continue;
            }
            if self.outward(side, self.sister[arc as usize]) > 0 {
                self.activate(other);
            }
            let up = self.parent[other as usize];
            if up < ORPHANED && self.head[up as usize] == orphan {
                self.orphan(other);
            }
        }
        self.side[orphan as usize] = Side::Free;
        self.parent[orphan as usize] = NOTHING;
    }

    /// Distance of a node from its terminal; none where its line ends at an orphan. Marks the line
    /// as checked.
    fn rooted(&mut self, node: u32) -> Option<u32> {
        let mut at = node;
        let mut steps = 0;
        let reached = loop {
            if self.seen[at as usize] == self.time {
                break steps + self.distance[at as usize];
            }
            match self.parent[at as usize] {
                TERMINAL => {
                    self.seen[at as usize] = self.time;
                    self.distance[at as usize] = 1;
                    break steps + 1;
                }
                ORPHANED | NOTHING => return None,
                up => at = self.head[up as usize],
            }
            steps += 1;
        };
        let mut distance = reached;
        at = node;
        while self.seen[at as usize] != self.time {
            self.seen[at as usize] = self.time;
            self.distance[at as usize] = distance;
            distance -= 1;
            at = self.head[self.parent[at as usize] as usize];
        }
        Some(reached)
    }
}
