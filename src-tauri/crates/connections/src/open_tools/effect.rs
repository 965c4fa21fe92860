//! What a tool does to what it works on, as its server says.

use rmcp::model::ToolAnnotations;

/// What a tool does to what it works on. It is a server's word, so that it decides nothing by itself:
/// it is shown, and what says that it deletes is called only where a person allowed it by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Effect {
    /// Its server says nothing of that.
    #[default]
    Unknown,
    /// It changes nothing.
    Reads,
    /// It adds or changes something.
    Writes,
    /// It may take something away for good.
    Deletes,
}

impl Effect {
    /// By an MCP server's hints (specification 2025-06-18, "Tool", `annotations`).
    pub(super) fn of_hints(hints: Option<&ToolAnnotations>) -> Self {
        let hint = |of: fn(&ToolAnnotations) -> Option<bool>| hints.and_then(of);
        match (
            hint(|hints| hints.read_only_hint),
            hint(|hints| hints.destructive_hint),
        ) {
            (Some(true), _) => Self::Reads,
            (_, Some(true)) => Self::Deletes,
            (Some(false), _) | (_, Some(false)) => Self::Writes,
            (None, None) => Self::Unknown,
        }
    }

    /// By an HTTP method (RFC 9110, 9.3).
    pub(super) fn of_method(method: &str) -> Self {
        match method {
            "GET" | "HEAD" | "OPTIONS" => Self::Reads,
            "DELETE" => Self::Deletes,
            _ => Self::Writes,
        }
    }
}
