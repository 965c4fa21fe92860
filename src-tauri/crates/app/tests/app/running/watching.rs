//! Folders that are watched: each new file in them is taken through a recipe.

mod refusals;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use patchbay_app::api::{ErrorCode, Event, RunStatus};
use patchbay_app::{App, AppOptions};
use patchbay_test_support::{TestDir, png, video};
use serde_json::{Value, json};

use crate::support::{Opened, PATIENCE, text};

/// An application with a recipe, and two folders.
struct Watching {
    opened: Opened,
    recipe: Value,
}

impl Watching {
    /// The recipe turns a picture by 90 degrees.
    async fn new() -> Self {
        Self::of(Opened::new()).await
    }

    async fn of(opened: Opened) -> Self {
        png(&opened.folder.file("photo.png"), 24, 16);
        let photo = opened.folder.file("photo.png");
        let recipe = kept(&opened, &photo, "rotate it by 90 degrees").await;
        for folder in ["shots", "web"] {
            fs::create_dir(opened.folder.file(folder)).unwrap();
        }
        Self { opened, recipe }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.opened.folder.file(name)
    }

    fn arguments(&self, folder: &str, output: &str) -> Value {
        json!({
            "recipe": self.recipe["id"], "folder": self.path(folder), "output": self.path(output), "title": "",
        })
    }

    async fn watch(&self) -> Value {
        let arguments = self.arguments("shots", "web");
        self.opened.call("watch_folder", arguments).await
    }

    /// As many rounds as a file needs that is not written any more.
    async fn look_twice(&self) {
        for _ in 0..2 {
            self.opened.app.look_at_watched_folders().await.unwrap();
        }
    }

    /// How the one folder stands.
    async fn stands(&self) -> Value {
        let all = self.opened.call("watched_folders", json!({})).await;
        assert_eq!(all["folders"].as_array().map(Vec::len), Some(1), "{all}");
        all["folders"][0].clone()
    }

    async fn turns(&self, conversation: &Value) -> Vec<Value> {
        let opened = self
            .opened
            .call("open_conversation", json!({ "id": conversation }));
        opened.await["turns"].as_array().expect("a list").clone()
    }

    async fn refused(&self, arguments: Value) -> String {
        let error = self
            .opened
            .try_call("watch_folder", arguments)
            .await
            .unwrap_err();
        assert!(
            matches!(error.code, ErrorCode::Unsuitable | ErrorCode::Unwritable),
            "{error}"
        );
        error.message
    }
}

/// The recipe of what a request makes of a file.
async fn kept(opened: &Opened, file: &Path, request: &str) -> Value {
    let conversation = opened.conversation().await;
    let given = opened.import(&conversation, file).await;
    let (_, run) = opened.ask(&conversation, request, &[&given]).await;
    assert_eq!(run.status, RunStatus::Done, "{}", run.answer);
    let made = json!({ "artifact": run.results[0].artifact, "name": "Upright" });
    opened.call("keep_recipe", made).await
}

/// The names of what lies in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn what_comes_into_the_folder_is_done_and_what_was_there_is_not() {
    let all = Watching::new().await;
    png(&all.path("shots/old.png"), 24, 16);
    let watched = all.watch().await;
    all.look_twice().await;
    assert!(names(&all.path("web")).is_empty());

    png(&all.path("shots/new.png"), 40, 20);
    fs::write(all.path("shots/notes.txt"), "of another kind").unwrap();
    fs::write(all.path("shots/.hidden.png"), "hidden").unwrap();
    all.look_twice().await;
    let made = names(&all.path("web"));
    assert_eq!(made.len(), 1, "{made:?}");
    assert!(made[0].starts_with("new"), "{made:?}");
    let size = image_size(&all.path("web").join(&made[0]));
    assert_eq!(size, (20, 40));

    let conversation = &watched["conversation"];
    let opened = all
        .opened
        .call("open_conversation", json!({ "id": conversation }));
    assert_eq!(opened.await["summary"]["title"], "Watched: shots");
    let turns = all.turns(conversation).await;
    assert_eq!(turns.len(), 1);
    assert_eq!(turns[0]["instruction"], "Upright");
    assert_eq!(turns[0]["runs"][0]["status"], "done");
    let stands = all.stands().await;
    assert_eq!((&stands["done"], &stands["failed"]), (&json!(1), &json!(0)));
    assert_eq!(stands["trouble"], "");

    // Nothing is taken twice, and what is changed counts as new.
    all.look_twice().await;
    assert_eq!(names(&all.path("web")), made);
    png(&all.path("shots/old.png"), 50, 20);
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 2);
}

fn image_size(path: &Path) -> (u32, u32) {
    let facts = patchbay_media::probe(path, "made").unwrap();
    (facts.width.unwrap(), facts.height.unwrap())
}

#[tokio::test]
async fn a_file_that_is_still_written_waits() {
    let all = Watching::new().await;
    all.watch().await;
    let whole = fs::read(all.path("photo.png")).unwrap();
    let file = all.path("shots/slow.png");
    for part in [0, whole.len() / 2, whole.len()] {
        fs::write(&file, &whole[..part]).unwrap();
        all.opened.app.look_at_watched_folders().await.unwrap();
        assert!(names(&all.path("web")).is_empty(), "after {part} bytes");
    }
    all.opened.app.look_at_watched_folders().await.unwrap();
    assert_eq!(names(&all.path("web")).len(), 1);
    assert_eq!(all.stands().await["failed"], 0);
}

#[tokio::test]
async fn a_broken_file_says_why_in_the_conversation_and_the_next_is_done() {
    let all = Watching::new().await;
    let watched = all.watch().await;
    let draft = json!({ "text": "of mine", "artifacts": [] });
    let written = json!({ "conversation": watched["conversation"], "draft": draft });
    all.opened.call("save_draft", written).await;
    fs::write(all.path("shots/a broken.png"), b"\x89PNG\r\n\x1a\nno more").unwrap();
    png(&all.path("shots/b good.png"), 24, 16);
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 1);
    let stands = all.stands().await;
    assert_eq!((&stands["done"], &stands["failed"]), (&json!(1), &json!(1)));
    let trouble = text(&stands["trouble"]);
    assert!(trouble.starts_with("a broken.png: "), "{trouble}");

    let turns = all.turns(&watched["conversation"]).await;
    assert_eq!(turns.len(), 2);
    let said = text(&turns[0]["plan"]["clarification"]);
    assert_eq!(trouble, format!("a broken.png: {said}"));
    assert!(said.contains("a broken.png"), "{said}");
    assert_eq!(turns[1]["runs"][0]["status"], "done");
    let opened = all.opened.call(
        "open_conversation",
        json!({ "id": watched["conversation"] }),
    );
    assert_eq!(opened.await["draft"], draft, "what is being written stays");
}

#[tokio::test]
async fn after_a_restart_what_came_meanwhile_is_taken_and_nothing_twice() {
    let mut all = Watching::new().await;
    all.watch().await;
    png(&all.path("shots/first.png"), 24, 16);
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 1);
    png(&all.path("shots/second.png"), 24, 16);
    all.opened = all.opened.reopen().await;
    all.look_twice().await;
    all.look_twice().await;
    let made = names(&all.path("web"));
    assert_eq!(made.len(), 2, "{made:?}");
    assert!(made[1].starts_with("second"), "{made:?}");
    assert_eq!(all.stands().await["done"], 2);
}

#[tokio::test]
async fn a_file_that_closing_broke_off_is_taken_again() {
    let opened = Opened::new();
    video::clip(opened.folder.path(), "clip.mp4", 0.4, "64x48", 10);
    let clip = opened.folder.file("clip.mp4");
    let mut all = Watching::of(opened).await;
    all.recipe = kept(&all.opened, &clip, "make clip.mp4 black and white").await;
    all.watch().await;
    video::clip(&all.path("shots"), "long.mp4", 20.0, "640x360", 25);
    let mut events = all.opened.app.subscribe();
    let app = all.opened.app.clone();
    let looking = tokio::spawn(async move {
        for _ in 0..2 {
            app.look_at_watched_folders().await.unwrap();
        }
    });
    let begun =
        async { while !matches!(events.recv().await.expect("it tells"), Event::Run { .. }) {} };
    tokio::time::timeout(PATIENCE, begun)
        .await
        .expect("it begins");
    all.opened.app.close().await;
    looking.await.unwrap();
    assert!(names(&all.path("web")).is_empty(), "it was broken off");

    all.opened = all.opened.reopen().await;
    assert_eq!(all.stands().await["failed"], 0);
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 1);
    assert_eq!(all.stands().await["done"], 1);
}

#[tokio::test]
async fn it_is_paused_ended_and_brought_back_and_nothing_is_missed() {
    let all = Watching::new().await;
    let id = json!({ "watched": all.watch().await["id"] });
    assert_eq!(
        all.opened.call("pause_watching", id.clone()).await["paused"],
        true
    );
    png(&all.path("shots/a.png"), 24, 16);
    all.look_twice().await;
    assert!(names(&all.path("web")).is_empty());
    all.opened.call("continue_watching", id.clone()).await;
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 1);

    all.opened.call("end_watching", id.clone()).await;
    assert_eq!(
        all.opened.call("watched_folders", json!({})).await["folders"],
        json!([])
    );
    png(&all.path("shots/b.png"), 24, 16);
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 1);
    assert_eq!(all.opened.call("restore_watching", id).await["done"], 1);
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 2);
}

#[tokio::test]
async fn a_folder_that_is_away_is_told_and_waited_for() {
    let all = Watching::new().await;
    let watched = all.watch().await;
    png(&all.path("shots/a.png"), 24, 16);
    fs::rename(all.path("web"), all.path("away")).unwrap();
    all.look_twice().await;
    let trouble = text(&all.stands().await["trouble"]);
    assert!(trouble.contains("“web” is not there"), "{trouble}");
    // The conversation was deleted meanwhile: another one is begun.
    let conversation = json!({ "id": watched["conversation"] });
    all.opened.call("delete_conversation", conversation).await;
    fs::rename(all.path("away"), all.path("web")).unwrap();
    all.look_twice().await;
    assert_eq!(names(&all.path("web")).len(), 1);
    let stands = all.stands().await;
    assert_eq!(
        (&stands["trouble"], &stands["failed"]),
        (&json!(""), &json!(0))
    );
    assert_ne!(stands["conversation"], watched["conversation"]);
    assert_eq!(all.turns(&stands["conversation"]).await.len(), 1);
}

#[tokio::test]
async fn an_application_that_stays_open_looks_by_itself() {
    let folder = TestDir::new();
    let options = AppOptions {
        watch_every: Some(Duration::from_millis(1)),
        ..AppOptions::default()
    };
    let app = App::open(&folder.file("data"), options).unwrap();
    let all = Watching::of(Opened { folder, app }).await;
    all.watch().await;
    let mut events = all.opened.app.subscribe();
    png(&all.path("other.png"), 24, 16);
    fs::rename(all.path("other.png"), all.path("shots/a.png")).unwrap();
    let (mut turns, mut done) = (0, 0);
    let told = async {
        while done == 0 {
            match events.recv().await.expect("it tells") {
                Event::Turn { .. } => turns += 1,
                Event::Watched { watched } => done = watched.done,
                _ => {}
            }
        }
    };
    tokio::time::timeout(PATIENCE, told)
        .await
        .expect("it is done");
    assert_eq!((turns, names(&all.path("web")).len()), (1, 1));
    all.opened.app.close().await;
}
