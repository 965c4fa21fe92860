//! An independent brute force, which the search is compared with.

use std::collections::BTreeSet;

use crate::case::{Case, LONGEST};

/// The brute force: every tree of at most [`LONGEST`] different calls, kept where it is a solution.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Given(usize),
    Call(usize, Vec<Tree>),
}

impl Tree {
    fn of(&self, case: &Case) -> usize {
        match self {
            Self::Given(index) => case.given[*index],
            Self::Call(tool, _) => case.tools[*tool].1,
        }
    }

    fn parts(&self) -> BTreeSet<Self> {
        match self {
            Self::Given(_) => BTreeSet::new(),
            Self::Call(_, inputs) => inputs
                .iter()
                .flat_map(|input| input.parts().into_iter().chain([input.clone()]))
                .collect(),
        }
    }

    fn all(&self) -> BTreeSet<Self> {
        self.parts().into_iter().chain([self.clone()]).collect()
    }

    fn calls(&self) -> usize {
        self.all()
            .iter()
            .filter(|part| matches!(part, Self::Call(..)))
            .count()
    }

    fn given(&self) -> BTreeSet<usize> {
        self.all()
            .iter()
            .filter_map(|part| {
                if let Self::Given(index) = part {
                    Some(*index)
                } else {
                    None
                }
            })
            .collect()
    }

    fn nests(&self, tool: usize) -> bool {
        self.all()
            .iter()
            .any(|part| matches!(part, Self::Call(other, _) if *other == tool))
    }

    fn replace(&self, old: &Self, new: &Self) -> Self {
        if self == old {
            return new.clone();
        }
        match self {
            Self::Given(_) => self.clone(),
            Self::Call(tool, inputs) => Self::Call(
                *tool,
                inputs.iter().map(|input| input.replace(old, new)).collect(),
            ),
        }
    }

    fn spell(&self) -> String {
        match self {
            Self::Given(index) => format!("#{index}"),
            Self::Call(tool, inputs) => {
                format!(
                    "tool{tool}({})",
                    inputs.iter().map(Self::spell).collect::<Vec<_>>().join(",")
                )
            }
        }
    }
}

fn fits(case: &Case, given: usize, wanted: usize) -> bool {
    std::iter::successors(Some(given), |of| case.parents[*of]).any(|of| of == wanted)
}

pub(crate) fn brute_force(case: &Case) -> BTreeSet<String> {
    let mut trees: BTreeSet<Tree> = (0..case.given.len()).map(Tree::Given).collect();
    loop {
        let mut more = trees.clone();
        for (tool, (args, _, _)) in case.tools.iter().enumerate() {
            let mut lists: Vec<Vec<Tree>> = vec![Vec::new()];
            for wanted in args {
                lists = lists
                    .iter()
                    .flat_map(|list| {
                        let fitting = trees
                            .iter()
                            .filter(|t| fits(case, t.of(case), *wanted) && !t.nests(tool));
                        fitting
                            .filter(|t| !list.contains(t))
                            .map(|t| list.iter().chain([t]).cloned().collect())
                    })
                    .collect();
            }
            more.extend(
                lists
                    .into_iter()
                    .map(|list| Tree::Call(tool, list))
                    .filter(|tree| tree.calls() <= LONGEST),
            );
        }
        if more.len() == trees.len() || more.len() > 3_000 {
            break;
        }
        trees = more;
    }
    let everything: BTreeSet<usize> = (0..case.given.len()).collect();
    let is_way = |tree: &Tree| {
        matches!(tree, Tree::Call(..))
            && fits(case, tree.of(case), case.wanted)
            && tree.given() == everything
    };
    let is_dominated = |tree: &Tree| {
        tree.all().iter().any(|part| {
            let Tree::Call(tool, inputs) = part else {
                return false;
            };
            inputs.iter().enumerate().any(|(position, input)| {
                input.parts().iter().any(|smaller| {
                    let mut simpler = inputs.clone();
                    simpler[position] = smaller.clone();
                    fits(case, smaller.of(case), case.tools[*tool].0[position])
                        && tree.replace(part, &Tree::Call(*tool, simpler)).given() == everything
                })
            })
        })
    };
    trees
        .iter()
        .filter(|tree| is_way(tree) && !is_dominated(tree))
        .map(Tree::spell)
        .collect()
}
