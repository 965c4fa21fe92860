//! References by the values of inputs. On the wire a value is a text: `<GEN>-0` is what subtask 0
//! makes, `<GEN>-0-1` what an action on the way to it makes, `points:park.png` the points clicked
//! on park.png; every other text is the name of a resource or stands for itself.

use crate::index::SubtaskId;

/// Prefix that tells outputs from names.
const OUTPUT: &str = "<GEN>-";
/// Prefix that tells points from names.
const POINTS: &str = "points:";

/// Target of a value's reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueRef<'a> {
    /// The resource of that name.
    Resource(&'a str),
    /// Result of an action, by the output's name.
    Output(&'a str),
    /// The points clicked on the resource of that name.
    Points(&'a str),
    /// The text itself.
    Literal(&'a str),
}

impl<'a> ValueRef<'a> {
    /// Returns the target of a value. `is_resource`: whether there is a resource of that name; the
    /// name of one that looks like an output is an output all the same.
    pub fn of(value: &'a str, is_resource: impl FnOnce(&str) -> bool) -> Self {
        match (value.starts_with(OUTPUT), value.strip_prefix(POINTS)) {
            (true, _) => Self::Output(value),
            (_, Some(name)) => Self::Points(name),
            _ if is_resource(value) => Self::Resource(value),
            _ => Self::Literal(value),
        }
    }

    /// Whether a value is the name of something, and no literal text.
    pub fn is_name(value: &'a str, is_resource: impl FnOnce(&str) -> bool) -> bool {
        !matches!(Self::of(value, is_resource), Self::Literal(_))
    }

    /// Whether a value is what an action makes.
    pub fn is_output(value: &str) -> bool {
        value.starts_with(OUTPUT)
    }
}

/// The name of what a subtask makes.
pub fn output_of(subtask: SubtaskId) -> String {
    format!("{OUTPUT}{subtask}")
}

/// The name of what an action on the way to a subtask's goal makes, by its position.
pub fn output_on_the_way(subtask: SubtaskId, position: usize) -> String {
    format!("{OUTPUT}{subtask}-{position}")
}

/// The name of the points clicked on a resource.
pub fn points_on(resource: &str) -> String {
    format!("{POINTS}{resource}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_apart() {
        let of = |value| ValueRef::of(value, |name| name == "park.png");
        let (made, on_the_way, points) = (
            output_of(SubtaskId(3)),
            output_on_the_way(SubtaskId(3), 1),
            points_on("park.png"),
        );
        assert_eq!(
            (of(&made), of(&on_the_way)),
            (ValueRef::Output("<GEN>-3"), ValueRef::Output("<GEN>-3-1"))
        );
        assert_eq!(of(&points), ValueRef::Points("park.png"));
        assert_eq!(
            (of("park.png"), of("a park")),
            (ValueRef::Resource("park.png"), ValueRef::Literal("a park"))
        );
        assert!(ValueRef::is_name("points:x", |_| false) && !ValueRef::is_name("x", |_| false));
    }
}
