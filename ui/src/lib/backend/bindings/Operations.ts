// Generated from src-tauri/crates/app/src/api. Do not edit.
import type { AcceptRegion } from "./AcceptRegion";
import type { AddModel } from "./AddModel";
import type { AllowServerTool } from "./AllowServerTool";
import type { AllowToolServer } from "./AllowToolServer";
import type { Artifact } from "./Artifact";
import type { ArtifactId } from "./ArtifactId";
import type { ChoiceSaid } from "./ChoiceSaid";
import type { Conversation } from "./Conversation";
import type { ConversationId } from "./ConversationId";
import type { ConversationSummary } from "./ConversationSummary";
import type { Correction } from "./Correction";
import type { CorrectionId } from "./CorrectionId";
import type { CorrectionList } from "./CorrectionList";
import type { DeletedTurn } from "./DeletedTurn";
import type { FileNames } from "./FileNames";
import type { FollowRecipe } from "./FollowRecipe";
import type { FoundConversation } from "./FoundConversation";
import type { HandOver } from "./HandOver";
import type { HandedOver } from "./HandedOver";
import type { ImportFile } from "./ImportFile";
import type { ImportModel } from "./ImportModel";
import type { ImportText } from "./ImportText";
import type { KeepRecipe } from "./KeepRecipe";
import type { KeyKept } from "./KeyKept";
import type { MarkPoints } from "./MarkPoints";
import type { ModelId } from "./ModelId";
import type { ModelInfo } from "./ModelInfo";
import type { ModelList } from "./ModelList";
import type { NameArtifacts } from "./NameArtifacts";
import type { Nothing } from "./Nothing";
import type { Paths } from "./Paths";
import type { PlanRequest } from "./PlanRequest";
import type { PointingSize } from "./PointingSize";
import type { ProvenanceStep } from "./ProvenanceStep";
import type { Reading } from "./Reading";
import type { ReadingOf } from "./ReadingOf";
import type { Readings } from "./Readings";
import type { Recipe } from "./Recipe";
import type { RecipeId } from "./RecipeId";
import type { RecipeList } from "./RecipeList";
import type { RenameArtifact } from "./RenameArtifact";
import type { RenameConversation } from "./RenameConversation";
import type { RenameRecipe } from "./RenameRecipe";
import type { RestoredTurn } from "./RestoredTurn";
import type { Run } from "./Run";
import type { RunId } from "./RunId";
import type { RunRequest } from "./RunRequest";
import type { RunStep } from "./RunStep";
import type { SaidIn } from "./SaidIn";
import type { SaveArtifact } from "./SaveArtifact";
import type { SaveArtifacts } from "./SaveArtifacts";
import type { SaveDraft } from "./SaveDraft";
import type { SaveServer } from "./SaveServer";
import type { SaveToolServer } from "./SaveToolServer";
import type { Saved } from "./Saved";
import type { SavedAll } from "./SavedAll";
import type { SegmentRequest } from "./SegmentRequest";
import type { Segmentation } from "./Segmentation";
import type { Server } from "./Server";
import type { ServerId } from "./ServerId";
import type { ServerKey } from "./ServerKey";
import type { ServerList } from "./ServerList";
import type { ServerModels } from "./ServerModels";
import type { Settings } from "./Settings";
import type { Start } from "./Start";
import type { ToolServer } from "./ToolServer";
import type { ToolServerKey } from "./ToolServerKey";
import type { ToolServerList } from "./ToolServerList";
import type { ToolServerName } from "./ToolServerName";
import type { Turn } from "./Turn";
import type { TurnId } from "./TurnId";
import type { WaitingRequest } from "./WaitingRequest";
import type { WatchFolder } from "./WatchFolder";
import type { WatchedFolder } from "./WatchedFolder";
import type { WatchedFolderId } from "./WatchedFolderId";
import type { WatchedFolderList } from "./WatchedFolderList";
import type { Words } from "./Words";

export interface Operations {
	/** What a front needs to begin. */
	start: { args: Nothing; reply: Start };
	/** Begins a conversation. */
	create_conversation: { args: Nothing; reply: ConversationSummary };
	/** The conversations in which all of these words were said, newest first. */
	search_conversations: { args: Words; reply: Array<FoundConversation> };
	/** Gives a conversation another title. */
	rename_conversation: { args: RenameConversation; reply: ConversationSummary };
	/** Takes a conversation out of the list. */
	delete_conversation: { args: ConversationId; reply: Nothing };
	/** Takes back that a conversation was deleted. */
	restore_conversation: { args: ConversationId; reply: ConversationSummary };
	/** A conversation with all that is in it. */
	open_conversation: { args: ConversationId; reply: Conversation };
	/** Keeps what is being written. */
	save_draft: { args: SaveDraft; reply: Nothing };
	/** The files of paths: in place of a folder the pictures, sounds and videos in it. */
	list_files: { args: Paths; reply: Paths };
	/** Takes in a file of this computer. */
	import_file: { args: ImportFile; reply: Artifact };
	/** Takes in words. */
	import_text: { args: ImportText; reply: Artifact };
	/** Plans a request and keeps it as a turn. Nothing runs yet. It waits for the requests of its conversation that came before it, and until nothing runs there. */
	plan: { args: PlanRequest; reply: Turn };
	/** Takes a request back that waits: its plan is answered by the error `withdrawn`. One that does not wait any more stays as it is. */
	withdraw: { args: WaitingRequest; reply: Nothing };
	/** Begins to run a turn's plan; events tell how it goes on. */
	run: { args: RunRequest; reply: Run };
	/** Stops a run. */
	cancel: { args: RunId; reply: Nothing };
	/** Pauses a run: the steps that run end, and no other begins until it goes on. It lasts no longer than the program runs. */
	pause_run: { args: RunId; reply: Nothing };
	/** Has a paused run go on. */
	continue_run: { args: RunId; reply: Nothing };
	/** Leaves a step of a run: what needs it comes to nothing, everything else goes on. */
	leave_step: { args: RunStep; reply: Nothing };
	/** Makes an image ready to be pointed at. */
	prepare_pointing: { args: ArtifactId; reply: PointingSize };
	/** Has a model look at an image that is pointed at; answers when that is done, at once where there is none. */
	prepare_outlining: { args: ArtifactId; reply: Nothing };
	/** Ends pointing at an image; a model that still looks at it stops. */
	close_pointing: { args: ArtifactId; reply: Nothing };
	/** What points and a box on an image mean. */
	segment: { args: SegmentRequest; reply: Segmentation };
	/** Keeps a region as an artifact. */
	accept_region: { args: AcceptRegion; reply: Artifact };
	/** Keeps points on an image as an artifact; a plan then decides what becomes of them. */
	mark_points: { args: MarkPoints; reply: Artifact };
	/** Gives an artifact another name. */
	rename_artifact: { args: RenameArtifact; reply: Artifact };
	/** Takes an artifact out of its conversation. */
	delete_artifact: { args: ArtifactId; reply: Artifact };
	/** Takes back that an artifact was deleted. */
	restore_artifact: { args: ArtifactId; reply: Artifact };
	/** Writes a copy of an artifact. */
	save_artifact: { args: SaveArtifact; reply: Saved };
	/** Writes copies of artifacts into a folder, under their names; where a name is taken, with a number. */
	save_artifacts: { args: SaveArtifacts; reply: SavedAll };
	/** The names that copies of artifacts get by a pattern. */
	names_to_save: { args: NameArtifacts; reply: FileNames };
	/** Writes how an artifact was edited, for another program. */
	hand_over: { args: HandOver; reply: HandedOver };
	/** The chain that made an artifact, from what was given to the artifact itself. */
	provenance: { args: ArtifactId; reply: Array<ProvenanceStep> };
	/** The recipes that a person kept, by name. */
	recipes: { args: Nothing; reply: RecipeList };
	/** Keeps how an artifact was made as a recipe. */
	keep_recipe: { args: KeepRecipe; reply: Recipe };
	/** Gives a recipe another name. */
	rename_recipe: { args: RenameRecipe; reply: Recipe };
	/** Deletes a recipe. */
	delete_recipe: { args: RecipeId; reply: Nothing };
	/** Takes back that a recipe was deleted. */
	restore_recipe: { args: RecipeId; reply: Recipe };
	/** Makes a turn that does with artifacts what a recipe says, once for each of them where it begins with one. Nothing runs yet. */
	follow_recipe: { args: FollowRecipe; reply: Turn };
	/** The folders that are watched, the oldest first. */
	watched_folders: { args: Nothing; reply: WatchedFolderList };
	/** Begins to watch a folder: each new file in it is taken through a recipe, and the results are copied into another folder. */
	watch_folder: { args: WatchFolder; reply: WatchedFolder };
	/** Pauses watching a folder. What comes meanwhile is taken when it goes on. */
	pause_watching: { args: WatchedFolderId; reply: WatchedFolder };
	/** Has a folder be watched again after a pause. */
	continue_watching: { args: WatchedFolderId; reply: WatchedFolder };
	/** Ends watching a folder. The results, and the conversation, stay. */
	end_watching: { args: WatchedFolderId; reply: Nothing };
	/** Takes back that watching a folder was ended. */
	restore_watching: { args: WatchedFolderId; reply: WatchedFolder };
	/** The models that there are and how they stand. */
	models: { args: Nothing; reply: ModelList };
	/** Begins to get a model, or what is missing of it; events tell how it goes on. */
	get_model: { args: ModelId; reply: ModelInfo };
	/** Pauses work on a model. What came is kept, and getting it goes on from there. */
	stop_model: { args: ModelId; reply: ModelInfo };
	/** Begins to read a model through; events tell what was found. */
	verify_model: { args: ModelId; reply: ModelInfo };
	/** Removes a model from this computer, or what came of it; of one that was added the file stays. */
	remove_model: { args: ModelId; reply: ModelInfo };
	/** Begins to take a model in from a folder of this computer. */
	import_model: { args: ImportModel; reply: ModelInfo };
	/** Adds the language model in a file of this computer. */
	add_model: { args: AddModel; reply: ModelInfo };
	/** The servers with language models that are connected. */
	servers: { args: Nothing; reply: ServerList };
	/** Connects a server, or changes one. Nothing is sent to it. */
	save_server: { args: SaveServer; reply: Server };
	/** Takes a server out, with its key. */
	remove_server: { args: ServerId; reply: Nothing };
	/** Keeps the key to a server, or forgets it. */
	set_server_key: { args: ServerKey; reply: KeyKept };
	/** Asks a server which models it has: whether address and key are right. */
	check_server: { args: ServerId; reply: ServerModels };
	/** The servers whose tools are connected. */
	tool_servers: { args: Nothing; reply: ToolServerList };
	/** Keeps a server of tools. Of a new or a changed one nothing is allowed. */
	save_tool_server: { args: SaveToolServer; reply: ToolServer };
	/** Allows a server of tools what the person allows, connects it, and answers how it stands. */
	allow_tool_server: { args: AllowToolServer; reply: ToolServer };
	/** Allows or forbids a single tool of a server, and answers how the server stands. */
	allow_server_tool: { args: AllowServerTool; reply: ToolServer };
	/** Connects a server of tools anew. */
	reconnect_tool_server: { args: ToolServerName; reply: ToolServer };
	/** Takes a server of tools out, with its key. */
	remove_tool_server: { args: ToolServerName; reply: Nothing };
	/** Keeps the key to a server of tools or the value of one of its variables, or forgets it. */
	set_tool_server_key: { args: ToolServerKey; reply: KeyKept };
	/** Has the chosen chat model say a turn's request in other words, which are offered. */
	read_again: { args: TurnId; reply: Reading };
	/** Plans a turn's request anew, with the chat models that are chosen for parts of it. */
	plan_again: { args: TurnId; reply: Turn };
	/** Plans a turn's request without the words that nothing takes up. Nothing runs yet. */
	plan_without: { args: TurnId; reply: Turn };
	/** The ways in which a turn's request can be meant, other than it was planned. */
	readings: { args: TurnId; reply: Readings };
	/** Plans a turn's request as it is meant in one of these ways. Nothing runs yet. */
	plan_reading: { args: ReadingOf; reply: Turn };
	/** What words choose of several things that were offered, such as “the second one”. */
	choice_said: { args: SaidIn; reply: ChoiceSaid };
	/** How a person said that requests were meant, newest first. */
	corrections: { args: Nothing; reply: CorrectionList };
	/** Deletes one of them: requests like it are read as if nobody had said anything. */
	delete_correction: { args: CorrectionId; reply: Nothing };
	/** Takes back that it was deleted. */
	restore_correction: { args: CorrectionId; reply: Correction };
	/** Takes a turn back: what came of it counts for nothing in what follows, and stays. */
	take_back: { args: TurnId; reply: Turn };
	/** Brings a turn back that was taken back. */
	bring_back: { args: TurnId; reply: Turn };
	/** Deletes a turn with what it made, but for what other turns use. */
	delete_turn: { args: TurnId; reply: DeletedTurn };
	/** Takes back that a turn was deleted. */
	restore_turn: { args: TurnId; reply: RestoredTurn };
	/** What is set. */
	get_settings: { args: Nothing; reply: Settings };
	/** Sets it. */
	set_settings: { args: Settings; reply: Settings };
}
