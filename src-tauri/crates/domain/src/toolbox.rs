//! The toolbox: resource types with their `is_a`, and tools. It is data, read from JSON and checked
//! here.

use std::collections::HashMap;
use std::fmt;
use std::ops::Index;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::index::ToolIndex;
use crate::resource_type::{ResourceType, TypeDeclaration};
use crate::tool::Tool;

/// The tools and types that plans are made of.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Toolbox {
    /// Every type, in the order of the file.
    pub resource_types: Vec<TypeDeclaration>,
    /// Every tool, in the order of the file.
    pub tools: Vec<Tool>,
    #[serde(skip)]
    parents: HashMap<ResourceType, ResourceType>,
    #[serde(skip)]
    by_name: HashMap<String, ToolIndex>,
}

/// Error of a refused toolbox. Every message names the entry.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ToolboxError {
    /// Not JSON of the toolbox's form.
    #[error("{entry}: {reason}")]
    Malformed {
        /// The entry, such as `tools[3] (image_to_edge)`.
        entry: String,
        /// Description of what is wrong with it.
        reason: String,
    },
    /// Two entries have one name.
    #[error("{entry}: the name {name:?} is taken by an earlier entry; rename one of them")]
    Duplicate {
        /// The second entry.
        entry: String,
        /// The shared name.
        name: String,
    },
    /// A type that no entry of `resource_types` declares.
    #[error(
        "{entry}: the type {name:?} is not declared under resource_types; declare it, or correct the spelling"
    )]
    UnknownType {
        /// The entry that names the type.
        entry: String,
        /// The unknown type.
        name: String,
    },
    /// `is_a` leads back to where it began.
    #[error("{entry}: is_a leads in a circle")]
    Circle {
        /// One type on the circle.
        entry: String,
    },
}

#[derive(Deserialize)]
struct RawToolbox {
    resource_types: Vec<serde_json::Value>,
    tools: Vec<serde_json::Value>,
}

impl Toolbox {
    /// Reads and checks a toolbox.
    pub fn from_json(json: &str) -> Result<Self, ToolboxError> {
        let malformed = |entry: &str, reason: &dyn fmt::Display| ToolboxError::Malformed {
            entry: entry.to_owned(),
            reason: reason.to_string(),
        };
        let raw: RawToolbox = serde_json::from_str(json).map_err(|e| malformed("toolbox", &e))?;
        let mut resource_types = Vec::with_capacity(raw.resource_types.len());
        for (index, value) in raw.resource_types.into_iter().enumerate() {
            let entry = describe("resource_types", index, &value);
            resource_types.push(
                serde_json::from_value::<TypeDeclaration>(value)
                    .map_err(|e| malformed(&entry, &e))?,
            );
        }
        let mut tools = Vec::with_capacity(raw.tools.len());
        for (index, value) in raw.tools.into_iter().enumerate() {
            let entry = describe("tools", index, &value);
            tools.push(serde_json::from_value::<Tool>(value).map_err(|e| malformed(&entry, &e))?);
        }
        Self::new(resource_types, tools)
    }

    /// Checks types and tools and joins them into a toolbox.
    pub fn new(
        resource_types: Vec<TypeDeclaration>,
        tools: Vec<Tool>,
    ) -> Result<Self, ToolboxError> {
        let mut toolbox = Self {
            resource_types,
            tools,
            parents: HashMap::new(),
            by_name: HashMap::with_capacity(64),
        };
        toolbox.check_types()?;
        toolbox.check_tools()?;
        Ok(toolbox)
    }

    fn check_types(&mut self) -> Result<(), ToolboxError> {
        let mut declared = std::collections::HashSet::new();
        for (index, declaration) in self.resource_types.iter().enumerate() {
            let entry = format!("resource_types[{index}] ({})", declaration.name);
            if declaration.name.as_str().trim().is_empty() {
                return Err(ToolboxError::Malformed {
                    entry,
                    reason: "the name is empty".to_owned(),
                });
            }
            if !declared.insert(declaration.name.clone()) {
                return Err(ToolboxError::Duplicate {
                    entry,
                    name: declaration.name.to_string(),
                });
            }
            if let Some(parent) = &declaration.is_a {
                self.parents
                    .insert(declaration.name.clone(), parent.clone());
            }
        }
        for (index, declaration) in self.resource_types.iter().enumerate() {
            let entry = format!("resource_types[{index}] ({})", declaration.name);
            let mut current = &declaration.name;
            for _ in 0..=self.resource_types.len() {
                let Some(parent) = self.parents.get(current) else {
                    break;
                };
                if !declared.contains(parent) {
                    return Err(ToolboxError::UnknownType {
                        entry,
                        name: parent.to_string(),
                    });
                }
                if parent == &declaration.name {
                    return Err(ToolboxError::Circle { entry });
                }
                current = parent;
            }
        }
        Ok(())
    }

    fn check_tools(&mut self) -> Result<(), ToolboxError> {
        let declared: std::collections::HashSet<_> =
            self.resource_types.iter().map(|d| d.name.clone()).collect();
        for (index, tool) in self.tools.iter().enumerate() {
            let entry = format!("tools[{index}] ({})", tool.name);
            if tool.name.trim().is_empty() {
                return Err(ToolboxError::Malformed {
                    entry,
                    reason: "the name is empty".to_owned(),
                });
            }
            if self
                .by_name
                .insert(tool.name.clone(), ToolIndex(index))
                .is_some()
            {
                return Err(ToolboxError::Duplicate {
                    entry,
                    name: tool.name.clone(),
                });
            }
            for wanted in tool
                .args
                .iter()
                .map(|a| &a.resource_type)
                .chain([&tool.returns])
            {
                if !declared.contains(wanted) {
                    return Err(ToolboxError::UnknownType {
                        entry,
                        name: wanted.to_string(),
                    });
                }
            }
            for (position, parameter) in tool.args.iter().enumerate() {
                if tool.args[..position]
                    .iter()
                    .any(|earlier| earlier.name == parameter.name)
                {
                    let entry = format!("{entry}, args[{position}]");
                    return Err(ToolboxError::Duplicate {
                        entry,
                        name: parameter.name.clone(),
                    });
                }
            }
            for (position, parameter) in tool.parameters.iter().enumerate() {
                let earlier = tool.parameters[..position]
                    .iter()
                    .map(|earlier| &earlier.name);
                if tool
                    .args
                    .iter()
                    .map(|argument| &argument.name)
                    .chain(earlier)
                    .any(|name| *name == parameter.name)
                {
                    let entry = format!("{entry}, parameters[{position}]");
                    return Err(ToolboxError::Duplicate {
                        entry,
                        name: parameter.name.clone(),
                    });
                }
                let (least, most) = parameter.range.unwrap_or((f64::MIN, f64::MAX));
                if parameter
                    .soft
                    .is_some_and(|(from, to)| !(least <= from && from < to && to <= most))
                {
                    let reason = format!(
                        "the range that the slider of {:?} shows is not within its range",
                        parameter.name
                    );
                    return Err(ToolboxError::Malformed { entry, reason });
                }
            }
        }
        Ok(())
    }

    /// The tool of that name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.index(name).map(|index| &self[index])
    }

    /// Position in `tools` of the tool of that name.
    pub fn index(&self, name: &str) -> Option<ToolIndex> {
        self.by_name.get(name).copied()
    }

    /// Position of each tool, in the order of `tools`.
    pub fn indices(&self) -> impl ExactSizeIterator<Item = ToolIndex> + use<> {
        (0..self.tools.len()).map(ToolIndex)
    }

    /// Whether a value of type `given` can be passed where `wanted` is asked for: it is that type,
    /// or `is_a` leads there.
    pub fn fits(&self, given: &ResourceType, wanted: &ResourceType) -> bool {
        self.ancestry(given).any(|t| t == wanted)
    }

    /// A type and everything it is too, nearest first.
    pub fn ancestry<'a>(
        &'a self,
        resource_type: &'a ResourceType,
    ) -> impl Iterator<Item = &'a ResourceType> {
        std::iter::successors(Some(resource_type), |t| self.parents.get(*t))
    }

    /// Whether the toolbox declares that type.
    pub fn declares(&self, resource_type: &ResourceType) -> bool {
        self.resource_types.iter().any(|d| &d.name == resource_type)
    }
}

impl Index<ToolIndex> for Toolbox {
    type Output = Tool;

    fn index(&self, index: ToolIndex) -> &Tool {
        &self.tools[index.0]
    }
}

fn describe(list: &str, index: usize, value: &serde_json::Value) -> String {
    match value.get("name").and_then(|n| n.as_str()) {
        Some(name) => format!("{list}[{index}] ({name})"),
        None => format!("{list}[{index}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(json: &str) -> String {
        Toolbox::from_json(json)
            .expect_err("the toolbox is wrong")
            .to_string()
    }

    #[test]
    fn refusals_name_the_entry() {
        let types = r#""resource_types": [{"name": "image"}, {"name": "edge", "is_a": "image"}]"#;
        let tool = r#"{"name": "t", "args": [{"name": "a", "type": "image"}], "returns": "edge"}"#;
        assert!(
            refused(&format!("{{{types}, \"tools\": [{tool}, {tool}]}}"))
                .starts_with("tools[1] (t): the name")
        );
        let missing = r#"{"name": "t", "args": []}"#;
        assert_eq!(
            refused(&format!("{{{types}, \"tools\": [{missing}]}}")),
            "tools[0] (t): missing field `returns`"
        );
        let unknown = r#"{"name": "t", "args": [], "returns": "smell"}"#;
        assert!(
            refused(&format!("{{{types}, \"tools\": [{unknown}]}}"))
                .contains("\"smell\" is not declared")
        );
        let circle = r#"{"resource_types": [{"name": "a", "is_a": "b"}, {"name": "b", "is_a": "a"}], "tools": []}"#;
        assert!(refused(circle).contains("circle"));
        assert!(refused("[]").starts_with("toolbox: "));
        let slider = r#"{"name": "t", "args": [], "returns": "edge",
                         "parameters": [{"name": "p", "kind": "percent", "range": [0, 100], "soft": [-10, 50]}]}"#;
        assert!(
            refused(&format!("{{{types}, \"tools\": [{slider}]}}")).contains("the slider of \"p\"")
        );
    }

    #[test]
    fn a_type_fits_what_it_is() {
        let toolbox = Toolbox::from_json(
            r#"{"resource_types": [{"name": "image"}, {"name": "edge", "is_a": "image"}, {"name": "text"}], "tools": []}"#,
        )
        .expect("valid");
        let edge = ResourceType::new("edge");
        assert!(toolbox.fits(&edge, &ResourceType::IMAGE));
        assert!(!toolbox.fits(&ResourceType::IMAGE, &edge));
        assert!(!toolbox.fits(&edge, &ResourceType::TEXT));
    }
}
