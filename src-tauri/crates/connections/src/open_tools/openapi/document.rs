//! A document's operations as tools.

use std::collections::HashSet;

use patchbay_domain::ResourceType;
use reqwest::Url;
use serde_json::{Map, Value};

use super::operation::{self, Inputs};
use crate::open_tools::address::address;
use crate::open_tools::effect::Effect;
use crate::open_tools::error::OpenToolError;
use crate::open_tools::json_schema::Fields;
use crate::open_tools::server::{Reach, Server};
use crate::open_tools::tool::OpenTool;
use crate::open_tools::untrusted;

/// The longest document, in bytes.
const LONGEST: usize = 32 << 20;
/// Maximum number of operations in a document.
const MOST_OPERATIONS: usize = 20_000;

const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

/// An operation of a service.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// As a tool.
    pub tool: OpenTool,
    /// `GET`, `POST` and so on.
    pub method: String,
    /// Its path with `{names}` in it, behind the service's address.
    pub path: String,
    /// Places of its values.
    pub(super) inputs: Inputs,
}

/// A service as its document describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Service {
    /// The name of the server.
    pub server: String,
    /// Its description of itself, made harmless.
    pub description: String,
    /// Address of all requests: the one that the person connected, whatever the document says.
    pub(super) base: Url,
    /// Its operations, in the order of the document.
    pub operations: Vec<Operation>,
}

impl Service {
    /// Reads a document, OpenAPI 3.0 or 3.1 as JSON. Requests go to the server's own address with
    /// the path of the document's first `servers` entry; an entry on another host is refused.
    ///
    /// `taken`: names of the toolbox, to which those of the operations are added.
    pub fn read(
        server: &Server,
        json: &str,
        taken: &mut HashSet<String>,
    ) -> Result<Self, OpenToolError> {
        let refused = |reason: String| OpenToolError::Document {
            server: server.name.clone(),
            reason,
        };
        let Reach::OpenApi { address: own } = &server.reach else {
            return Err(refused(
                "the server is connected as an MCP server".to_owned(),
            ));
        };
        if json.len() > LONGEST {
            return Err(refused(format!("it is longer than {} MiB", LONGEST >> 20)));
        }
        let document: Value = serde_json::from_str(json)
            .map_err(|e| refused(format!("it is not JSON ({e}); give its JSON form")))?;
        let version = document["openapi"].as_str().unwrap_or_default();
        if !version.starts_with("3.0") && !version.starts_with("3.1") {
            let version = untrusted::line(version, 20);
            return Err(refused(format!(
                "it is OpenAPI {version:?}; 3.0 and 3.1 can be read"
            )));
        }
        let base = base(&address(&server.name, own)?, &document).map_err(refused)?;
        let paths = document["paths"].as_object();
        let paths = paths.ok_or_else(|| refused("it has no paths".to_owned()))?;
        let mut operations = Vec::new();
        for (path, item) in paths {
            let Some(item) = item.as_object() else {
                continue;
            };
            for method in METHODS.iter().filter(|method| item.contains_key(**method)) {
                if operations.len() >= MOST_OPERATIONS {
                    let reason = format!("it has more than {MOST_OPERATIONS} operations");
                    return Err(refused(reason));
                }
                operations.push(read(&server.name, (method, path), item, &document, taken));
            }
        }
        let description = document["info"]["description"].as_str();
        let description = description.or_else(|| document["info"]["title"].as_str());
        Ok(Self {
            server: server.name.clone(),
            description: untrusted::line(description.unwrap_or_default(), untrusted::DESCRIPTION),
            base,
            operations,
        })
    }
}

/// The address that paths are put behind.
fn base(own: &Url, document: &Value) -> Result<Url, String> {
    let mut base = own.clone();
    base.set_query(None);
    base.set_fragment(None);
    let Some(declared) = document["servers"][0]["url"].as_str() else {
        return Ok(base);
    };
    let declared = own
        .join(declared)
        .ok()
        .filter(|_| !declared.contains(['{', '}']))
        .ok_or("its first server is no address")?;
    if declared.origin() != own.origin() {
        let elsewhere = untrusted::line(declared.as_str(), 200);
        return Err(format!(
            "its server is {elsewhere:?}, which is not the one that was connected; connect that address"
        ));
    }
    base.set_path(declared.path());
    Ok(base)
}

fn read(
    server: &str,
    (method, path): (&str, &str),
    item: &Map<String, Value>,
    document: &Value,
    taken: &mut HashSet<String>,
) -> Operation {
    let operation = &item[method];
    let words = |field: &str| operation[field].as_str().unwrap_or_default().trim();
    let spoken = format!("{method} {path}");
    let name = if words("operationId").is_empty() {
        &spoken
    } else {
        words("operationId")
    };
    let description = match (words("summary"), words("description")) {
        ("", description) => description.to_owned(),
        (summary, "") => summary.to_owned(),
        (summary, description) => format!("{summary} {description}"),
    };
    let read = operation::inputs(item, operation, path, document);
    let (fields, inputs) = match read {
        Ok((fields, inputs)) => (Ok(fields), inputs),
        Err(reason) => (Err::<Fields, _>(reason), Inputs::default()),
    };
    let returns = returns(operation);
    let method = method.to_ascii_uppercase();
    Operation {
        tool: OpenTool::new((server, name, &description), fields, returns, taken)
            .with_effect(Effect::of_method(&method)),
        method,
        path: path.to_owned(),
        inputs,
    }
}

/// Returns the type of an operation's answer if it succeeds: a file of a kind, or words.
fn returns(operation: &Value) -> ResourceType {
    let responses = operation["responses"].as_object().into_iter().flatten();
    responses
        .filter(|(status, _)| status.starts_with('2') || *status == "default")
        .filter_map(|(_, response)| response["content"].as_object())
        .flatten()
        .find_map(|(media_type, _)| crate::open_tools::json_schema::kind_of_media_type(media_type))
        .unwrap_or(ResourceType::TEXT)
}
