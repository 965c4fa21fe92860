//! The image that a mask of an earlier turn belongs to.

use patchbay_domain::{ResourceType, Tool};

use super::super::reader::HeardClause;
use super::regions::speaks_of_a_mask;
use super::{FileIndex, Reading, Subject};

impl Reading<'_> {
    /// Puts the image that a mask of an earlier turn was made of beside it, in the place of one
    /// from which that turn cut something out or in which it changed something, and of others. With
    /// an image of this request a mask is kept only where words speak of one. `named`: files that
    /// the clause names.
    pub(super) fn find_its_image(
        &self,
        subjects: &mut Vec<Subject>,
        heard: &HeardClause,
        tool: &Tool,
        named: &[FileIndex],
    ) {
        let takes = |of: &ResourceType| {
            tool.args
                .iter()
                .any(|argument| argument.resource_type == *of)
        };
        if !takes(&ResourceType::MASK) || !takes(&ResourceType::IMAGE) {
            return;
        }
        let Some(mask) = subjects
            .iter()
            .find(|subject| is_mask(subject))
            .and_then(|mask| self.file_of(mask))
        else {
            return;
        };
        let is_new = |subject: &Subject| {
            is_image(subject)
                && self
                    .file_of(subject)
                    .is_some_and(|file| self.known.is_new(file))
        };
        if !self.known.is_new(mask) && subjects.iter().any(is_new) {
            if !speaks_of_a_mask(self.words_up_to(heard)) && !named.contains(&mask) {
                subjects.retain(|subject| !is_mask(subject));
            }
            return;
        }
        let masks = self.refined_from(mask);
        let parents = || masks.iter().flat_map(|mask| self.known.made_from(*mask));
        let Some(image) = parents().find(|file| self.is_image(**file)).copied() else {
            return;
        };
        if let Some(own) = self.mask_of_a_subject(subjects, mask, image, named) {
            subjects.retain(|subject| !is_mask(subject));
            subjects.push(self.file(own, false));
            return;
        }
        self.take_back_changes(subjects, &masks, image, named);
        self.leave_out_other_images(subjects, image, named);
        if !subjects.iter().any(is_image) {
            subjects.insert(0, self.file(image, false));
        }
    }

    /// The newest mask of an image that is a subject, where a clause neither says the mask `mask`
    /// nor works on its image: another mask is of the image itself.
    fn mask_of_a_subject(
        &self,
        subjects: &[Subject],
        mask: FileIndex,
        image: FileIndex,
        named: &[FileIndex],
    ) -> Option<FileIndex> {
        let is_subject = |file: &FileIndex| {
            subjects
                .iter()
                .any(|subject| self.file_of(subject) == Some(*file))
        };
        let is_said = subjects
            .iter()
            .any(|subject| subject.named && self.file_of(subject) == Some(mask));
        if is_said || named.contains(&mask) || is_subject(&image) {
            return None;
        }
        let of_a_subject = |other: &FileIndex| {
            self.known[*other].resource_type == ResourceType::MASK
                && self
                    .known
                    .made_from(*other)
                    .iter()
                    .any(|file| self.is_image(*file) && is_subject(file))
        };
        self.known
            .files()
            .filter(of_a_subject)
            .min_by_key(|other| self.known.age(*other))
    }

    /// Puts the image of a mask in the place of those that its turn, or that of a mask which it was
    /// made of, cut out or changed.
    fn take_back_changes(
        &self,
        subjects: &mut [Subject],
        masks: &[FileIndex],
        image: FileIndex,
        named: &[FileIndex],
    ) {
        let changed_with_it = |file: FileIndex| {
            let came_with = |other: &FileIndex| {
                masks
                    .iter()
                    .any(|mask| self.known.age(*mask) == self.known.age(*other))
            };
            let mut beside = self
                .known
                .files()
                .filter(|other| !masks.contains(other))
                .filter(came_with);
            beside.any(|other| file == other || self.known.goes_back_to(file, other))
        };
        for subject in subjects.iter_mut().filter(|subject| is_image(subject)) {
            if self
                .file_of(subject)
                .is_some_and(|file| !named.contains(&file) && changed_with_it(file))
            {
                *subject = self.file(image, subject.named);
            }
        }
    }

    /// Leaves out images that have nothing to do with the image of a mask, where that or one made
    /// of it is among the subjects.
    fn leave_out_other_images(
        &self,
        subjects: &mut Vec<Subject>,
        image: FileIndex,
        named: &[FileIndex],
    ) {
        let is_its = |subject: &Subject| {
            self.file_of(subject)
                .is_some_and(|file| file == image || self.known.goes_back_to(file, image))
        };
        if subjects.iter().any(is_its) {
            let is_other = |subject: &Subject| {
                let file = self.file_of(subject).filter(|file| !named.contains(file));
                is_image(subject) && file.is_some() && !is_its(subject)
            };
            subjects.retain(|subject| !is_other(subject));
        }
    }

    /// A mask and those that it was made of: “the refined mask” is of the image that the first was
    /// of.
    fn refined_from(&self, mask: FileIndex) -> Vec<FileIndex> {
        let is_mask = |file: &&FileIndex| self.known[**file].resource_type == ResourceType::MASK;
        let mut masks = vec![mask];
        while let Some(before) = masks
            .last()
            .and_then(|mask| self.known.made_from(*mask).iter().find(is_mask))
        {
            masks.push(*before);
        }
        masks
    }

    /// Whether a file is an image and no map or mask of one.
    fn is_image(&self, file: FileIndex) -> bool {
        self.known[file].resource_type == ResourceType::IMAGE
    }
}

fn is_mask(subject: &Subject) -> bool {
    subject.resource_type == ResourceType::MASK
}

fn is_image(subject: &Subject) -> bool {
    subject.resource_type == ResourceType::IMAGE
}
