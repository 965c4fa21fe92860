//! Has a server run a workflow: files are uploaded, the workflow is put into the server's queue, and
//! what its nodes made is fetched from the same server.

use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Client, RequestBuilder, Url};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::workflow::Workflow;
use crate::open_tools::content::Content;
use crate::open_tools::error::OpenToolError;
use crate::open_tools::json_schema::{Arguments, FileValue};
use crate::open_tools::limits::{self, Limits};
use crate::open_tools::server::Granted;
use crate::open_tools::untrusted;

/// How often the server is asked whether it is done.
const LOOK: Duration = Duration::from_millis(400);
/// Larger numbers are not exact in JSON.
const MOST_SEED: u64 = (1 << 53) - 1;

/// Runs a workflow. `seed`: of everything random in it.
pub async fn run(
    granted: Granted<'_>,
    workflow: &Workflow,
    (arguments, seed): (&Arguments, u64),
    limits: &Limits,
    stop: &CancellationToken,
) -> Result<Vec<Content>, OpenToolError> {
    let server = workflow.server.as_str();
    granted.covers(server, &workflow.tool, arguments.sends_files())?;
    let session = Session {
        client: limits::http(server)?,
        workflow,
        most: limits.answer,
    };
    let queued = session.queue(arguments, seed);
    let id = limits::within(server, limits.call, stop, queued).await?;
    let made = limits::within(server, limits.call, stop, session.made(&id)).await;
    if made.is_err() {
        session.leave(&id).await;
    }
    made
}

struct Session<'a> {
    client: Client,
    workflow: &'a Workflow,
    /// The longest answer, in bytes.
    most: usize,
}

impl Session<'_> {
    fn at(&self, parts: &[&str]) -> Result<Url, OpenToolError> {
        let mut url = self.workflow.base.clone();
        url.set_query(None);
        let put = url.path_segments_mut().map(|mut path| {
            path.pop_if_empty().extend(parts);
        });
        match put {
            Ok(()) => Ok(url),
            Err(()) => Err(self.broken("its address can have no path")),
        }
    }

    fn broken(&self, reason: &str) -> OpenToolError {
        OpenToolError::Broken {
            server: self.workflow.server.clone(),
            reason: untrusted::line(reason, untrusted::MESSAGE),
        }
    }

    fn failed(&self, message: &str) -> OpenToolError {
        OpenToolError::Failed {
            server: self.workflow.server.clone(),
            tool: self.workflow.tool.tool.name.clone(),
            message: untrusted::line(message, untrusted::MESSAGE),
        }
    }

    /// The body of an answer, and its media type.
    async fn bytes(&self, request: RequestBuilder) -> Result<(Vec<u8>, String), OpenToolError> {
        let broken = |error: reqwest::Error| self.broken(&error.without_url().to_string());
        let mut response = request.send().await.map_err(broken)?;
        let (status, kind) = (response.status(), response.headers().get("content-type"));
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.to_owned();
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(broken)? {
            if bytes.len() + chunk.len() > self.most {
                return Err(self.broken("its answer is too long"));
            }
            bytes.extend_from_slice(&chunk);
        }
        if status.is_success() {
            return Ok((bytes, kind));
        }
        let said: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let message = said["error"]["message"].as_str().unwrap_or_default();
        let details = said["error"]["details"].as_str().unwrap_or_default();
        Err(self.failed(format!("{status} {message} {details}").trim()))
    }

    async fn json(&self, request: RequestBuilder) -> Result<Value, OpenToolError> {
        let (bytes, _) = self.bytes(request).await?;
        serde_json::from_slice(&bytes).map_err(|error| self.broken(&error.to_string()))
    }

    /// Puts the workflow into the queue, with these values in it: the id of the run.
    async fn queue(&self, arguments: &Arguments, seed: u64) -> Result<String, OpenToolError> {
        let mut nodes = self.workflow.nodes.clone();
        for (name, slot) in &self.workflow.slots {
            if let Some(value) = arguments.json().get(name) {
                set(&mut nodes, slot, value.clone());
            }
            let files = arguments.bytes().iter();
            for (_, file) in files.filter(|(path, _)| path.first() == Some(name)) {
                let uploaded = self.upload(file).await?;
                set(&mut nodes, slot, Value::from(uploaded));
            }
        }
        for (number, slot) in self.workflow.seeds.iter().enumerate() {
            let seed = seed.wrapping_add(number as u64) & MOST_SEED;
            set(&mut nodes, slot, Value::from(seed));
        }
        let body = json!({"prompt": nodes, "client_id": "patchbay"}).to_string();
        let request = self.client.post(self.at(&["prompt"])?);
        let request = request
            .header("content-type", "application/json")
            .body(body);
        let answer = self.json(request).await?;
        let id = answer["prompt_id"].as_str().map(str::to_owned);
        id.ok_or_else(|| self.broken("it does not say what it calls the run"))
    }

    /// Uploads a file: what the server calls it.
    async fn upload(&self, file: &FileValue) -> Result<String, OpenToolError> {
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        let part = part.mime_str(&file.media_type);
        let part = part.map_err(|_| self.broken("a file's media type is none"))?;
        let form = Form::new().text("overwrite", "true").part("image", part);
        let request = self.client.post(self.at(&["upload", "image"])?);
        let answer = self.json(request.multipart(form)).await?;
        let name = answer["name"].as_str();
        let name = name.ok_or_else(|| self.broken("it does not say what it calls a file"))?;
        Ok(match answer["subfolder"].as_str().unwrap_or_default() {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        })
    }

    /// Waits until a run is done, and fetches what it made.
    async fn made(&self, id: &str) -> Result<Vec<Content>, OpenToolError> {
        let entry = loop {
            let history = self
                .json(self.client.get(self.at(&["history", id])?))
                .await?;
            let entry = history[id].clone();
            if entry["status"]["status_str"] == "error" {
                return Err(self.failed(&trouble(&entry)));
            }
            if entry["status"]["completed"] == true
                || entry["outputs"]
                    .as_object()
                    .is_some_and(|all| !all.is_empty())
            {
                break entry;
            }
            tokio::time::sleep(LOOK).await;
        };
        let mut contents = Vec::new();
        let outputs = entry["outputs"].as_object().into_iter().flatten();
        let lists = outputs.flat_map(|(_, output)| output.as_object().into_iter().flatten());
        for file in lists.flat_map(|(_, list)| list.as_array().into_iter().flatten()) {
            let said = |field: &str| file[field].as_str().unwrap_or_default();
            // What is shown in between is no result.
            if said("filename").is_empty() || said("type") == "temp" {
                continue;
            }
            let mut url = self.at(&["view"])?;
            for field in ["filename", "subfolder", "type"] {
                url.query_pairs_mut().append_pair(field, said(field));
            }
            let (bytes, kind) = self.bytes(self.client.get(url)).await?;
            contents.push(Content::file(
                kind.split(';').next().unwrap_or_default(),
                bytes,
            ));
        }
        Ok(contents)
    }

    /// Takes a run out of the queue, or ends it. What the server says to that changes nothing.
    async fn leave(&self, id: &str) {
        for (path, body) in [
            ("queue", json!({"delete": [id]})),
            ("interrupt", json!({"prompt_id": id})),
        ] {
            if let Ok(url) = self.at(&[path]) {
                let request = self.client.post(url).timeout(Duration::from_secs(2));
                let request = request.header("content-type", "application/json");
                let _ = request.body(body.to_string()).send().await;
            }
        }
    }
}

fn set(nodes: &mut Map<String, Value>, (node, input): &(String, String), value: Value) {
    if let Some(inputs) = nodes
        .get_mut(node)
        .and_then(|node| node["inputs"].as_object_mut())
    {
        inputs.insert(input.clone(), value);
    }
}

/// Describes the error of a run.
fn trouble(entry: &Value) -> String {
    let messages = entry["status"]["messages"].as_array().into_iter().flatten();
    let mut errors = messages.filter(|message| message[0] == "execution_error");
    let said = errors.next().map(|error| {
        let said = |field: &str| error[1][field].as_str().unwrap_or_default();
        format!("{}: {}", said("node_type"), said("exception_message"))
    });
    said.unwrap_or_else(|| "it does not say why".to_owned())
}
