//! Audio: passes what the page asks to the player, and what the player tells to the page.

use patchbay_app::App;
use patchbay_app::api::AppError;
use patchbay_playback::{
    AudioFile, Control, Device, DeviceOutput, Load, Player, State as AudioState,
};
use tauri::async_runtime::spawn_blocking;
use tauri::{AppHandle, Emitter, State};

/// A player that plays on this computer's devices and emits how things stand as `audio`.
pub(crate) fn player(tauri: AppHandle) -> Player {
    Player::start(DeviceOutput, move |state| {
        if let Err(error) = tauri.emit("audio", state) {
            tracing::error!(%error, "the window was not told how far a sound is");
        }
    })
}

/// Loads one sound or video, or two to be compared, to be played from `at` seconds; the state calls
/// them `key`. Each is an asset, and the name that people know it by.
#[tauri::command]
pub(crate) async fn audio_load(
    app: State<'_, App>,
    player: State<'_, Player>,
    assets: Vec<(String, String)>,
    key: String,
    at: f64,
) -> Result<AudioState, AppError> {
    let file = |(asset, name): (String, String)| {
        app.media(&asset, &name)
            .map(|(path, _)| AudioFile { path, name })
    };
    let files = assets.into_iter().map(file).collect::<Result<_, _>>()?;
    let player = player.inner().clone();
    // A thread that panicked has told nothing.
    Ok(spawn_blocking(move || player.load(Load { files, key, at }))
        .await
        .unwrap_or_default())
}

/// Plays, pauses, seeks and so on.
#[tauri::command]
pub(crate) async fn audio_control(
    player: State<'_, Player>,
    control: Control,
) -> Result<AudioState, AppError> {
    let player = player.inner().clone();
    Ok(spawn_blocking(move || player.control(control))
        .await
        .unwrap_or_default())
}

/// The devices to choose from.
#[tauri::command]
pub(crate) async fn audio_devices() -> Vec<Device> {
    spawn_blocking(patchbay_playback::devices)
        .await
        .unwrap_or_default()
}
