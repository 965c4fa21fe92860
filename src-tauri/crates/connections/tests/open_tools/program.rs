//! An MCP server that is a program.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use patchbay_connections::keys::Key;
use patchbay_connections::open_tools::json_schema::{FileValue, Values};
use patchbay_connections::open_tools::mcp::McpClient;
use patchbay_connections::open_tools::{
    Content, Limits, OpenTool, OpenToolError, Reach, Secrets, Server,
};
use patchbay_domain::ResourceType;
use tokio_util::sync::CancellationToken;

use super::server::HOSTILE;
use super::until;

/// The server, allowed.
fn allowed() -> Server {
    let program = std::env::current_exe()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    let arguments = [
        "--exact",
        "server::serves",
        "--ignored",
        "--nocapture",
        "--test-threads=2",
    ];
    let reach = Reach::McpProgram {
        program,
        arguments: arguments.map(str::to_owned).to_vec(),
        environment: vec!["CARGO_PKG_NAME".to_owned()],
    };
    Server {
        allowed: true,
        ..Server::new("Small one", reach)
    }
}

fn kept() -> Secrets {
    Secrets {
        key: None,
        environment: vec![("SMALL_TOKEN".to_owned(), Key::variable("a b").unwrap())],
    }
}

pub(crate) struct Connected {
    pub(crate) server: Server,
    pub(crate) client: McpClient,
    tools: Vec<OpenTool>,
    pub(crate) stop: CancellationToken,
}

impl Connected {
    pub(crate) async fn new(limits: Limits) -> Self {
        let (server, stop) = (allowed(), CancellationToken::new());
        let client = McpClient::connect(server.granted().unwrap(), &kept(), limits, &stop)
            .await
            .unwrap();
        let mut taken = HashSet::new();
        let tools = client.tools(&mut taken, &stop).await.unwrap();
        Self {
            server,
            client,
            tools,
            stop,
        }
    }

    pub(crate) fn tool(&self, original: &str) -> &OpenTool {
        self.tools
            .iter()
            .find(|tool| tool.original == original)
            .unwrap()
    }

    pub(crate) async fn call(
        &self,
        original: &str,
        given: &[(&str, &str)],
    ) -> Result<Vec<Content>, OpenToolError> {
        let parameters = given
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let values = Values {
            parameters: parameters.collect(),
            ..Values::default()
        };
        let tool = self.tool(original);
        let arguments = tool.arguments(&values)?;
        self.client
            .call(self.server.granted()?, tool, &arguments, &self.stop)
            .await
    }

    pub(crate) async fn text(&self, original: &str, given: &[(&str, &str)]) -> String {
        match self.call(original, given).await.unwrap().as_slice() {
            [Content::Text(text)] => text.clone(),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn tools_are_listed_over_pages_with_harmless_names_and_words() {
    let connected = Connected::new(Limits::default()).await;
    let names: Vec<&str> = connected
        .tools
        .iter()
        .map(|tool| tool.tool.name.as_str())
        .collect();
    assert_eq!(
        names[..4],
        [
            "small_one__echo",
            "small_one__echo_2",
            "small_one__echo_3",
            "small_one__long"
        ]
    );
    assert_eq!(names.len(), 17);
    let hostile = &connected.tools[2].tool;
    // The words stay, for a person to read; what hides or moves words goes.
    assert_eq!(hostile.description, format!("{HOSTILE} [2J"));
    assert_eq!(connected.tools[3].tool.description.chars().count(), 2_000);
    assert_eq!(connected.client.description(), "Says things .");
    let see = &connected.tool("see").tool;
    assert_eq!(see.args[0].resource_type, ResourceType::IMAGE);
    connected.client.close().await;
}

#[tokio::test]
async fn answers_are_plain_values() {
    let connected = Connected::new(Limits::default()).await;
    assert_eq!(connected.text("echo", &[("text", "héllo")]).await, "héllo");
    let file = |kind: Option<ResourceType>, media_type: &str, bytes: &[u8]| Content::File {
        kind,
        media_type: media_type.to_owned(),
        bytes: bytes.to_vec(),
    };
    let link = Content::Link {
        address: "file:///etc/passwd".to_owned(),
        name: "a file".to_owned(),
    };
    assert_eq!(
        connected.call("everything", &[]).await.unwrap(),
        [
            Content::Text("words\nand more".to_owned()),
            file(Some(ResourceType::IMAGE), "image/png", &[1, 2, 3]),
            file(Some(ResourceType::AUDIO), "audio/wav", &[4, 5, 6]),
            link,
            Content::Text("held".to_owned()),
            file(None, "application/x-thing", &[7, 8]),
        ]
    );
    let failed = connected.call("fail", &[]).await.unwrap_err();
    assert!(
        matches!(&failed, OpenToolError::Failed { message, .. } if message == "the [31mdisk is full"),
        "{failed}"
    );
    let refused = connected.call("refuse", &[]).await.unwrap_err();
    assert!(
        matches!(&refused, OpenToolError::Failed { message, .. } if message == "unknown tool"),
        "{refused}"
    );
    let bad = connected.call("bad", &[]).await.unwrap_err();
    assert!(matches!(bad, OpenToolError::Broken { .. }), "{bad}");
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_refused() {
    let limits = Limits {
        answer: 10,
        ..Limits::default()
    };
    let connected = Connected::new(limits).await;
    let long = connected
        .call("echo", &[("text", "more than ten")])
        .await
        .unwrap_err();
    assert!(matches!(long, OpenToolError::Broken { .. }), "{long}");
}

#[tokio::test]
async fn a_program_gets_only_the_variables_that_were_named() {
    let connected = Connected::new(Limits::default()).await;
    let connected = &connected;
    let known = async |name: &str| connected.text("environment", &[("name", name)]).await;
    assert_eq!(known("CARGO_PKG_NAME").await, env!("CARGO_PKG_NAME"));
    assert_eq!(known("CARGO_MANIFEST_DIR").await, "nothing");
    assert_ne!(known("PATH").await, "nothing");
    assert_eq!(known("SMALL_TOKEN").await, "a b", "a value that is kept");
}

#[tokio::test]
async fn a_call_ends_in_time_or_when_stopped_and_the_server_is_told() {
    let limits = Limits {
        call: Duration::from_millis(200),
        ..Limits::default()
    };
    let connected = Connected::new(limits).await;
    let slow = connected.call("wait", &[]).await.unwrap_err();
    assert!(matches!(slow, OpenToolError::TimedOut { .. }), "{slow}");
    assert_eq!(connected.text("cancelled", &[]).await, "1");
    let stop = CancellationToken::new();
    let tool = connected.tool("wait");
    let arguments = tool.arguments(&Values::default()).unwrap();
    let granted = connected.server.granted().unwrap();
    let call = connected.client.call(granted, tool, &arguments, &stop);
    let (stopped, ()) = tokio::join!(call, async { stop.cancel() });
    let stopped = stopped.unwrap_err();
    assert!(
        matches!(stopped, OpenToolError::Stopped { .. }),
        "{stopped}"
    );
    assert_eq!(
        connected.text("echo", &[("text", "still here")]).await,
        "still here"
    );
}

#[tokio::test]
async fn files_need_consent_of_their_own() {
    let mut connected = Connected::new(Limits::default()).await;
    let tool = connected.tool("see").clone();
    let file = FileValue {
        path: PathBuf::from("/tmp/a b.png"),
        ..FileValue::default()
    };
    let files = BTreeMap::from([("image_path".to_owned(), vec![file])]);
    let arguments = tool
        .arguments(&Values {
            files,
            ..Values::default()
        })
        .unwrap();
    let stop = CancellationToken::new();
    let call = |server: Server| {
        let (client, tool, arguments, stop) = (&connected.client, &tool, &arguments, &stop);
        async move {
            client
                .call(server.granted().unwrap(), tool, arguments, stop)
                .await
        }
    };
    let refused = call(connected.server.clone()).await.unwrap_err();
    assert!(
        matches!(refused, OpenToolError::FilesNotAllowed { .. }),
        "{refused}"
    );
    let other = Server {
        name: "other".to_owned(),
        files_allowed: true,
        ..connected.server.clone()
    };
    let refused = call(other).await.unwrap_err();
    assert!(
        matches!(refused, OpenToolError::OtherServer { .. }),
        "{refused}"
    );
    connected.server.files_allowed = true;
    let answer = call(connected.server.clone()).await.unwrap();
    assert_eq!(answer, [Content::Text("/tmp/a b.png".to_owned())]);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_dropped_connection_leaves_nothing_running() {
    let connected = Connected::new(Limits::default()).await;
    let started = connected.text("begin", &[]).await;
    let is_running = || {
        let state = std::fs::read_to_string(format!("/proc/{started}/stat")).unwrap_or_default();
        state
            .split(')')
            .next_back()
            .is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
    };
    assert!(is_running());
    drop(connected);
    let begun = Instant::now();
    while is_running() && begun.elapsed() < Duration::from_secs(5) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(!is_running(), "what the server started goes on");
}

#[tokio::test]
async fn a_program_that_ends_says_so_and_is_known_to_be_gone() {
    let connected = Connected::new(Limits::default()).await;
    assert!(!connected.client.has_ended());
    let text = [("text", "a")];
    for (tool, given) in [("end", &[][..]), ("echo", &text[..])] {
        let ended = connected.call(tool, given).await.unwrap_err();
        assert!(matches!(ended, OpenToolError::Ended { .. }), "{ended}");
        assert!(ended.to_string().contains("Small one"), "{ended}");
    }
    until(|| connected.client.has_ended()).await;
    connected.client.close().await;
}

#[tokio::test]
async fn what_does_not_start_or_speak_is_told() {
    let stop = CancellationToken::new();
    let limits = Limits {
        connecting: Duration::from_millis(300),
        ..Limits::default()
    };
    let failure = async |program: &str, arguments: &[&str]| {
        let reach = Reach::McpProgram {
            program: program.to_owned(),
            arguments: arguments.iter().map(|one| (*one).to_owned()).collect(),
            environment: Vec::new(),
        };
        let server = Server {
            allowed: true,
            ..Server::new("s", reach)
        };
        McpClient::connect(
            server.granted().unwrap(),
            &Secrets::default(),
            limits,
            &stop,
        )
        .await
        .err()
        .unwrap()
    };
    let missing = failure("/no/such/program", &[]).await;
    assert!(
        matches!(missing, OpenToolError::NotStarted { .. }),
        "{missing}"
    );
    #[cfg(unix)]
    {
        let silent = failure("sleep", &["600"]).await;
        assert!(matches!(silent, OpenToolError::TimedOut { .. }), "{silent}");
        let ended = failure("true", &[]).await;
        assert!(matches!(ended, OpenToolError::Broken { .. }), "{ended}");
    }
}
