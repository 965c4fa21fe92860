//! Which files a clause is about: those that it names, those that its references lead back to, or all that were given.

use patchbay_domain::{NamedResource, Request, ResourceType, Toolbox};

use crate::encoder::input::Status;

/// Everything that words can refer to, with how recently it was there: the files of this request come first, then what
/// the newest turns made and were given.
#[derive(Debug, Clone)]
pub struct Known {
    /// The resources. Those of this request stand first, in the order in which they were given.
    pub resources: Vec<NamedResource>,
    /// How many of them belong to this request.
    pub given: usize,
    /// For each: how many turns ago it was given or made; 0: in this request. Results are nearer than what was given.
    age: Vec<usize>,
}

impl Known {
    /// What a request and its history hold. `types`: whether words tell that a picture is a mask or an edge map.
    pub fn new(request: &Request, text: &str, toolbox: &Toolbox, types: bool) -> Self {
        let mut known = Self { resources: Vec::new(), given: 0, age: Vec::new() };
        for resource in &request.resources {
            known.push(if types { retyped(resource, text, toolbox) } else { resource.clone() }, 0);
        }
        known.given = known.resources.len();
        for (back, turn) in request.history.iter().rev().enumerate() {
            for result in &turn.results {
                known.push(result.clone(), 2 * back + 1);
            }
            for resource in &turn.resources {
                known.push(resource.clone(), 2 * back + 2);
            }
        }
        known
    }

    /// How many half turns ago a resource was given (even) or made (odd); 0: with this request.
    pub fn age(&self, index: usize) -> usize {
        self.age[index]
    }

    /// How a resource came to be there.
    pub fn status(&self, index: usize) -> Status {
        match self.age[index] {
            0 => Status::Given,
            age if age % 2 == 1 => Status::Made,
            _ => Status::Earlier,
        }
    }

    fn push(&mut self, resource: NamedResource, age: usize) {
        if !self.resources.iter().any(|known| known.name == resource.name) {
            self.resources.push(resource);
            self.age.push(age);
        }
    }

    /// The files of this request that can be passed as `wanted`; where it has none, the newest earlier ones.
    pub fn fitting(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Vec<usize> {
        let fits = |index: &usize| toolbox.fits(&self.resources[*index].resource_type, wanted);
        let plain = |index: &usize| &self.resources[*index].resource_type == wanted;
        for candidates in [(0..self.given).collect::<Vec<_>>(), (self.given..self.resources.len()).collect()] {
            // A mask is not what is meant by “the picture” while there is a picture.
            for choose in [&plain as &dyn Fn(&usize) -> bool, &fits] {
                let found: Vec<usize> = candidates.iter().copied().filter(choose).collect();
                if let Some(newest) = found.iter().map(|index| self.age[*index]).min() {
                    return found.into_iter().filter(|index| self.age[*index] == newest).collect();
                }
            }
        }
        Vec::new()
    }

    /// The first picture, film, … that was ever given: “the original”.
    pub fn original(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Option<usize> {
        (0..self.resources.len())
            .filter(|index| self.age[*index].is_multiple_of(2))
            .filter(|index| toolbox.fits(&self.resources[*index].resource_type, wanted))
            .max_by_key(|index| self.age[*index])
    }
}

/// A picture that its name, or the words before it, declare to be a mask, an edge map, … counts as one.
fn retyped(resource: &NamedResource, text: &str, toolbox: &Toolbox) -> NamedResource {
    let mut resource = resource.clone();
    if resource.resource_type != ResourceType::IMAGE {
        return resource;
    }
    let stem = resource.name.rsplit_once('.').map_or(resource.name.as_str(), |(stem, _)| stem).to_lowercase();
    let lower = text.to_lowercase();
    let before = lower.find(&resource.name.to_lowercase()).map_or("", |position| &lower[..position]);
    let said: Vec<&str> = before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let announced = said.iter().rev().find(|word| !matches!(**word, "file" | "image" | "result" | "named" | "map"));
    for declaration in &toolbox.resource_types {
        let name = declaration.name.as_str();
        let is_kind = declaration.is_a.as_ref() == Some(&ResourceType::IMAGE);
        let in_name = stem.split(|c: char| !c.is_alphanumeric()).any(|part| part == name);
        if is_kind && (in_name || announced == Some(&name)) {
            resource.resource_type = declaration.name.clone();
            return resource;
        }
    }
    resource
}
