//! The one list of operations. The dispatch (`crate::dispatch`) and TypeScript's map of them are
//! both made from it.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ts_rs::{Config, TS, TypeVisitor};

/// Hands every operation as `name: arguments => reply` to the macro that is named.
macro_rules! operations {
    ($apply:ident) => {
        $apply! {
            /// What a front needs to begin.
            start: Nothing => Start,
            /// Begins a conversation.
            create_conversation: Nothing => ConversationSummary,
            /// The conversations in which all of these words were said, newest first.
            search_conversations: Words => Vec<FoundConversation>,
            /// Gives a conversation another title.
            rename_conversation: RenameConversation => ConversationSummary,
            /// Takes a conversation out of the list.
            delete_conversation: ConversationId => Nothing,
            /// Takes back that a conversation was deleted.
            restore_conversation: ConversationId => ConversationSummary,
            /// A conversation with all that is in it.
            open_conversation: ConversationId => Conversation,
            /// Keeps what is being written.
            save_draft: SaveDraft => Nothing,
            /// The files of paths: in place of a folder the pictures, sounds and videos in it.
            list_files: Paths => Paths,
            /// Takes in a file of this computer.
            import_file: ImportFile => Artifact,
            /// Takes in words.
            import_text: ImportText => Artifact,
            /// Plans a request and keeps it as a turn. Nothing runs yet. It waits for the requests of its
            /// conversation that came before it, and until nothing runs there.
            plan: PlanRequest => Turn,
            /// Takes a request back that waits: its plan is answered by the error `withdrawn`. One that
            /// does not wait any more stays as it is.
            withdraw: WaitingRequest => Nothing,
            /// Begins to run a turn's plan; events tell how it goes on.
            run: RunRequest => Run,
            /// Stops a run.
            cancel: RunId => Nothing,
            /// Pauses a run: the steps that run end, and no other begins until it goes on. It lasts
            /// no longer than the program runs.
            pause_run: RunId => Nothing,
            /// Has a paused run go on.
            continue_run: RunId => Nothing,
            /// Leaves a step of a run: what needs it comes to nothing, everything else goes on.
            leave_step: RunStep => Nothing,
            /// Makes an image ready to be pointed at.
            prepare_pointing: ArtifactId => PointingSize,
            /// Has a model look at an image that is pointed at; answers when that is done, at once
            /// where there is none.
            prepare_outlining: ArtifactId => Nothing,
            /// Ends pointing at an image; a model that still looks at it stops.
            close_pointing: ArtifactId => Nothing,
            /// What points and a box on an image mean.
            segment: SegmentRequest => Segmentation,
            /// Keeps a region as an artifact.
            accept_region: AcceptRegion => Artifact,
            /// Keeps points on an image as an artifact; a plan then decides what becomes of them.
            mark_points: MarkPoints => Artifact,
            /// Gives an artifact another name.
            rename_artifact: RenameArtifact => Artifact,
            /// Takes an artifact out of its conversation.
            delete_artifact: ArtifactId => Artifact,
            /// Takes back that an artifact was deleted.
            restore_artifact: ArtifactId => Artifact,
            /// Writes a copy of an artifact.
            save_artifact: SaveArtifact => Saved,
            /// Writes copies of artifacts into a folder, under their names; where a name is taken, with a number.
            save_artifacts: SaveArtifacts => SavedAll,
            /// The names that copies of artifacts get by a pattern.
            names_to_save: NameArtifacts => FileNames,
            /// Writes how an artifact was edited, for another program.
            hand_over: HandOver => HandedOver,
            /// The chain that made an artifact, from what was given to the artifact itself.
            provenance: ArtifactId => Vec<ProvenanceStep>,
            /// The recipes that a person kept, by name.
            recipes: Nothing => RecipeList,
            /// Keeps how an artifact was made as a recipe.
            keep_recipe: KeepRecipe => Recipe,
            /// Gives a recipe another name.
            rename_recipe: RenameRecipe => Recipe,
            /// Deletes a recipe.
            delete_recipe: RecipeId => Nothing,
            /// Takes back that a recipe was deleted.
            restore_recipe: RecipeId => Recipe,
            /// Makes a turn that does with artifacts what a recipe says, once for each of them where it begins with one.
            /// Nothing runs yet.
            follow_recipe: FollowRecipe => Turn,
            /// The folders that are watched, the oldest first.
            watched_folders: Nothing => WatchedFolderList,
            /// Begins to watch a folder: each new file in it is taken through a recipe, and the results are copied into another
            /// folder.
            watch_folder: WatchFolder => WatchedFolder,
            /// Pauses watching a folder. What comes meanwhile is taken when it goes on.
            pause_watching: WatchedFolderId => WatchedFolder,
            /// Has a folder be watched again after a pause.
            continue_watching: WatchedFolderId => WatchedFolder,
            /// Ends watching a folder. The results, and the conversation, stay.
            end_watching: WatchedFolderId => Nothing,
            /// Takes back that watching a folder was ended.
            restore_watching: WatchedFolderId => WatchedFolder,
            /// The models that there are and how they stand.
            models: Nothing => ModelList,
            /// Begins to get a model, or what is missing of it; events tell how it goes on.
            get_model: ModelId => ModelInfo,
            /// Pauses work on a model. What came is kept, and getting it goes on from there.
            stop_model: ModelId => ModelInfo,
            /// Begins to read a model through; events tell what was found.
            verify_model: ModelId => ModelInfo,
            /// Removes a model from this computer, or what came of it; of one that was added the file stays.
            remove_model: ModelId => ModelInfo,
            /// Begins to take a model in from a folder of this computer.
            import_model: ImportModel => ModelInfo,
            /// Adds the language model in a file of this computer.
            add_model: AddModel => ModelInfo,
            /// The servers with language models that are connected.
            servers: Nothing => ServerList,
            /// Connects a server, or changes one. Nothing is sent to it.
            save_server: SaveServer => Server,
            /// Takes a server out, with its key.
            remove_server: ServerId => Nothing,
            /// Keeps the key to a server, or forgets it.
            set_server_key: ServerKey => KeyKept,
            /// Asks a server which models it has: whether address and key are right.
            check_server: ServerId => ServerModels,
            /// The servers whose tools are connected.
            tool_servers: Nothing => ToolServerList,
            /// Keeps a server of tools. Of a new or a changed one nothing is allowed.
            save_tool_server: SaveToolServer => ToolServer,
            /// Allows a server of tools what the person allows, connects it, and answers how it stands.
            allow_tool_server: AllowToolServer => ToolServer,
            /// Allows or forbids a single tool of a server, and answers how the server stands.
            allow_server_tool: AllowServerTool => ToolServer,
            /// Connects a server of tools anew.
            reconnect_tool_server: ToolServerName => ToolServer,
            /// Takes a server of tools out, with its key.
            remove_tool_server: ToolServerName => Nothing,
            /// Keeps the key to a server of tools or the value of one of its variables, or forgets it.
            set_tool_server_key: ToolServerKey => KeyKept,
            /// Has the chosen chat model say a turn's request in other words, which are offered.
            read_again: TurnId => Reading,
            /// Plans a turn's request anew, with the chat models that are chosen for parts of it.
            plan_again: TurnId => Turn,
            /// Plans a turn's request without the words that nothing takes up. Nothing runs yet.
            plan_without: TurnId => Turn,
            /// The ways in which a turn's request can be meant, other than it was planned.
            readings: TurnId => Readings,
            /// Plans a turn's request as it is meant in one of these ways. Nothing runs yet.
            plan_reading: ReadingOf => Turn,
            /// What words choose of several things that were offered, such as “the second one”.
            choice_said: SaidIn => ChoiceSaid,
            /// How a person said that requests were meant, newest first.
            corrections: Nothing => CorrectionList,
            /// Deletes one of them: requests like it are read as if nobody had said anything.
            delete_correction: CorrectionId => Nothing,
            /// Takes back that it was deleted.
            restore_correction: CorrectionId => Correction,
            /// Takes a turn back: what came of it counts for nothing in what follows, and stays.
            take_back: TurnId => Turn,
            /// Brings a turn back that was taken back.
            bring_back: TurnId => Turn,
            /// Deletes a turn with what it made, but for what other turns use.
            delete_turn: TurnId => DeletedTurn,
            /// Takes back that a turn was deleted.
            restore_turn: TurnId => RestoredTurn,
            /// What is set.
            get_settings: Nothing => Settings,
            /// Sets it.
            set_settings: Settings => Settings,
        }
    };
}

pub(crate) use operations;

/// Whether an operation reads or writes files of this computer by their paths. Only the desktop
/// window has paths; a browser uploads and downloads, and whoever got hold of its token must not
/// reach more than the page does.
pub fn needs_paths(operation: &str) -> bool {
    [
        "list_files",
        "import_file",
        "save_artifact",
        "save_artifacts",
        "hand_over",
        "import_model",
        "add_model",
        "watch_folder",
    ]
    .contains(&operation)
}

/// Writes a type's file, and those of all types that it names.
struct Files<'a> {
    config: &'a Config,
    seen: BTreeSet<TypeId>,
    written: BTreeMap<String, String>,
}

impl TypeVisitor for Files<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
        if let Some(path) = T::output_path() {
            let text =
                T::export_to_string(self.config).expect("a type with a path can be exported");
            self.written
                .insert(path.to_string_lossy().into_owned(), text);
        }
    }
}

/// The TypeScript side of this interface: file names and their text, ready to be written into one
/// folder.
pub fn bindings() -> BTreeMap<String, String> {
    #[cfg_attr(
        not(test),
        expect(
            clippy::wildcard_imports,
            reason = "the table names nearly every type of the interface"
        )
    )]
    use super::*;
    let config = Config::new().with_large_int("number");
    let mut files = Files {
        config: &config,
        seen: BTreeSet::new(),
        written: BTreeMap::new(),
    };
    let mut map = String::new();
    macro_rules! visit {
        ($($(#[doc = $doc:literal])* $name:ident: $arguments:ty => $reply:ty,)*) => {$(
            files.visit::<$arguments>();
            files.visit::<$reply>();
            let _ = writeln!(map, "\t/**{} */", concat!($($doc),*));
            let _ = writeln!(
                map,
                "\t{}: {{ args: {}; reply: {} }};",
                stringify!($name), <$arguments>::name(&config), <$reply>::name(&config),
            );
        )*};
    }
    operations!(visit);
    files.visit::<Event>();
    files.visit::<AppError>();
    let mut files = files.written;
    let note = "// Generated from src-tauri/crates/app/src/api. Do not edit.\n";
    let mut imports = String::new();
    let mut index = format!("{note}export type {{ Operations }} from \"./Operations\";\n");
    for name in files.keys().filter_map(|file| file.strip_suffix(".ts")) {
        let used = map
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word == name);
        if used {
            let _ = writeln!(imports, "import type {{ {name} }} from \"./{name}\";");
        }
        let _ = writeln!(index, "export type {{ {name} }} from \"./{name}\";");
    }
    files.insert(
        "Operations.ts".to_owned(),
        format!("{note}{imports}\nexport interface Operations {{\n{map}}}\n"),
    );
    files.insert("index.ts".to_owned(), index);
    files
}
