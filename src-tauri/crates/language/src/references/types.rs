//! Types of images that their names or words tell: masks, edge maps, depth maps.

use patchbay_domain::{NamedResource, ResourceType, Toolbox};

use super::stem;

/// A resource with the type that its name, or the words before it, declare: an image that they call
/// a mask, an edge map, … counts as one.
pub(super) fn retyped(resource: &NamedResource, text: &str, toolbox: &Toolbox) -> NamedResource {
    let mut resource = resource.clone();
    if resource.resource_type != ResourceType::IMAGE {
        return resource;
    }
    let stem = stem(&resource.name);
    let lower = text.to_lowercase();
    let before = lower
        .find(&resource.name.to_lowercase())
        .map_or("", |position| &lower[..position]);
    let said: Vec<&str> = before
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    // “The mask of the skylight (skylight.png)”.
    let of_something = said
        .iter()
        .rev()
        .skip(1)
        .take(4)
        .position(|word| *word == "of" || *word == "for");
    let is_elsewhere = |word: &&&str| matches!(**word, "in" | "from" | "on" | "at" | "with");
    let described = of_something
        .filter(|place| {
            said.iter()
                .rev()
                .take(*place + 1)
                .find(is_elsewhere)
                .is_none()
        })
        .and_then(|place| said.iter().rev().nth(place + 2));
    let announced = said
        .iter()
        .rev()
        .find(|word| !matches!(**word, "file" | "image" | "result" | "named" | "map"));
    for declaration in &toolbox.resource_types {
        let name = declaration.name.as_str();
        let is_kind = declaration.is_a.as_ref() == Some(&ResourceType::IMAGE);
        let in_name = stem
            .split(|c: char| !c.is_alphanumeric())
            .any(|part| part == name);
        if is_kind && (in_name || announced == Some(&name) || described == Some(&name)) {
            resource.resource_type = declaration.name.clone();
            return resource;
        }
    }
    resource
}
