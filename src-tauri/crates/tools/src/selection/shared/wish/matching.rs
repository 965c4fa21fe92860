//! The candidates that words mean: by their labels, and by looks where labels leave it open.

use super::Wish;
use super::description::Description;
use crate::ToolError;
use crate::selection::shared::choice::{Candidate, none_left, one_of};
use crate::selection::shared::labels::{self, fit};

/// Of things that look like the words, those whose odds are less than this share of the best one's
/// are not meant.
const RIVAL: f32 = 0.25;

/// Log odds by which each candidate looks better like words than like its own label.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Looks {
    /// For the words that say what is meant.
    pub(crate) meant: Vec<f32>,
    /// For those that say what is not.
    pub(crate) except: Vec<f32>,
}

impl Wish {
    /// The positions of the candidates that are meant, at least one, in their order. `what` is what
    /// messages call them, such as `boxes`; `looks`: how they look, where somebody looked.
    pub(crate) fn choose(
        &self,
        candidates: &[Candidate],
        what: &str,
        looks: Option<&Looks>,
    ) -> Result<Vec<usize>, ToolError> {
        if candidates.is_empty() {
            return Err(ToolError::Input(format!(
                "There are no {what} to choose from: nothing was found before this step."
            )));
        }
        let mut kept: Vec<usize> = (0..candidates.len()).collect();
        if !self.meant.names.is_empty() {
            kept = self.matching(
                &self.meant,
                candidates,
                what,
                looks.map(|looks| &looks.meant[..]),
            )?;
        }
        if !self.except.names.is_empty() {
            let out = self.matching(
                &self.except,
                candidates,
                what,
                looks.map(|looks| &looks.except[..]),
            )?;
            kept.retain(|index| !out.contains(index));
        }
        if kept.is_empty() {
            return Err(none_left(&self.condition, candidates, what));
        }
        let one = |which| one_of(&kept, which, candidates, &self.condition, what);
        self.which.map_or(Ok(kept.clone()), one)
    }

    fn matching(
        &self,
        said: &Description,
        candidates: &[Candidate],
        what: &str,
        looks: Option<&[f32]>,
    ) -> Result<Vec<usize>, ToolError> {
        if looks.is_none() && candidates.iter().all(|candidate| candidate.label.is_none()) {
            return Err(ToolError::Input(format!(
                "The {what} have no labels, so “{}” cannot be found among them; point at what you mean instead.",
                self.condition
            )));
        }
        let fits = |candidate: &Candidate| {
            candidate
                .label
                .as_deref()
                .map_or(0, |label| fit(label, &said.names))
        };
        let fits: Vec<u8> = candidates.iter().map(fits).collect();
        let best = fits.iter().copied().max().unwrap_or(0);
        let mut kept: Vec<usize> = (0..candidates.len())
            .filter(|&index| fits[index] == best)
            .collect();
        match looks {
            // Where no label says it, only what looks more like it than like its label.
            Some(looks) if best == 0 => kept.retain(|&index| looks[index] > 0.0),
            None if best == 0 => kept.clear(),
            _ => {}
        }
        let more = |index: &usize| {
            best < 2
                || candidates[*index]
                    .label
                    .as_deref()
                    .is_some_and(|l| said.names.iter().any(|w| !labels::says(l, w)))
        };
        if let (Some(looks), true) = (looks, kept.iter().any(more)) {
            let most = kept
                .iter()
                .map(|&index| looks[index])
                .fold(f32::NEG_INFINITY, f32::max);
            kept.retain(|&index| looks[index] >= most + RIVAL.ln());
        }
        if kept.is_empty() {
            Err(none_left(&self.condition, candidates, what))
        } else {
            Ok(kept)
        }
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::BoundingBox;

    use super::*;
    use crate::selection::shared::choice::Extent;

    fn scene() -> Vec<Candidate> {
        [
            ("dog", 10.0, 400.0),
            ("cat", 50.0, 100.0),
            ("dog", 90.0, 900.0),
            ("person", 60.0, 5_000.0),
        ]
        .iter()
        .enumerate()
        .map(|(index, &(label, x, area))| Candidate {
            label: Some(label.to_owned()),
            extent: Some(Extent {
                x,
                y: index as f64,
                area,
                bounding_box: BoundingBox {
                    x: x as f32,
                    y: index as f32,
                    width: 1.0,
                    height: 1.0,
                },
            }),
        })
        .collect()
    }

    #[test]
    fn words_choose() {
        let chosen = |condition: &str| {
            Wish::new(condition)
                .choose(&scene(), "boxes", None)
                .expect(condition)
        };
        assert_eq!(chosen("dog"), [0, 2]);
        assert_eq!(chosen("the dogs"), [0, 2]);
        assert_eq!(chosen("the second dog"), [2]);
        assert_eq!(chosen("the second one"), [1]);
        assert_eq!(chosen("left dog"), [0]);
        assert_eq!(chosen("the dog on the right side"), [2]);
        assert_eq!(chosen("the largest"), [3]);
        assert_eq!(chosen("smallest dog"), [0]);
        assert_eq!(chosen("people and cats"), [1, 3]);
        assert_eq!(chosen("everything but the dogs").len(), 2);
        assert_eq!(chosen("all animals"), [0, 1, 2]);
        assert_eq!(chosen("all of them").len(), 4);
    }

    #[test]
    fn what_cannot_be_chosen_is_said() {
        let refused = |condition: &str, candidates: &[Candidate]| {
            Wish::new(condition)
                .choose(candidates, "boxes", None)
                .expect_err(condition)
                .to_string()
        };
        assert!(refused("zebra", &scene()).ends_with("there are: cat, dog, person."));
        assert!(refused("the fourth dog", &scene()).contains("there are only 2"));
        let bare = vec![
            Candidate {
                label: None,
                extent: None
            };
            2
        ];
        assert!(refused("dog", &bare).contains("have no labels"));
        assert!(refused("the largest", &bare).contains("no place or size"));
        assert!(refused("dog", &[]).contains("no boxes to choose from"));
        assert_eq!(
            Wish::new("the second one").choose(&bare, "boxes", None),
            Ok(vec![1])
        );
    }
    #[test]
    fn looks_tell_what_labels_leave_open() {
        let people: Vec<Candidate> = scene()
            .into_iter()
            .map(|c| Candidate {
                label: c.label.map(|_| "person".to_owned()),
                ..c
            })
            .collect();
        let chosen = |condition: &str, candidates: &[Candidate], meant: &[f32]| {
            let looks = Looks {
                meant: meant.to_vec(),
                except: meant.to_vec(),
            };
            Wish::new(condition).choose(candidates, "boxes", Some(&looks))
        };
        assert_eq!(
            chosen(
                "the woman in the red dress",
                &people,
                &[-3.0, 2.0, -4.0, -2.0]
            ),
            Ok(vec![1])
        );
        assert_eq!(
            chosen("women", &people, &[-3.0, 2.0, 1.5, -2.0]),
            Ok(vec![1, 2])
        );
        // Even where none looks like it, a label that says it does.
        assert_eq!(
            chosen("puppy", &scene(), &[-9.0, 0.0, -2.0, 0.0]),
            Ok(vec![2])
        );
        // What the label says already, looks do not change.
        assert_eq!(
            chosen("dogs", &scene(), &[-9.0, 9.0, 9.0, 9.0]),
            Ok(vec![0, 2])
        );
        assert_eq!(
            chosen(
                "everyone but the man in black",
                &people,
                &[-3.0, 2.0, -4.0, -2.0]
            ),
            Ok(vec![0, 2, 3])
        );
        // No label says it: what looks like it.
        assert_eq!(
            chosen("cyclist", &scene(), &[-1.0, -1.0, -1.0, 3.0]),
            Ok(vec![3])
        );
        assert!(chosen("cyclist", &scene(), &[-1.0; 4]).is_err());
        let bare = vec![
            Candidate {
                label: None,
                extent: None
            };
            2
        ];
        assert_eq!(chosen("dog", &bare, &[-1.0, 1.0]), Ok(vec![1]));
    }
}
