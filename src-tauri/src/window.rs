//! The window: opens the application and the media server, and passes calls and events between them
//! and the page. No logic lives here.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use patchbay_app::api::AppError;
use patchbay_app::{App, AppOptions, WATCH_EVERY, default_data_folder, default_models_folder};
use patchbay_server::Listener;
use serde_json::Value;
use tauri::{AppHandle, Emitter, Manager, RunEvent, State, WebviewWindowBuilder};
use tauri_plugin_dialog::{DialogExt, MessageDialogKind};
use tokio::sync::broadcast::error::RecvError;

use crate::audio;
use crate::menu;
use crate::opened::{self, OpenedFiles};

/// The exit status where there is no display to open a window on.
const NO_DISPLAY: u8 = 4;

/// How long running steps get to stop when the window closes. Whatever takes longer is shown as
/// interrupted next time.
const CLOSING: Duration = Duration::from_secs(2);

/// Calls an operation of the application.
#[tauri::command]
async fn call(app: State<'_, App>, name: String, args: Value) -> Result<Value, AppError> {
    app.call(&name, args).await
}

/// Without a graphics card, the web view would draw by a software copy of one: 75 MB more for
/// nothing that is seen. Who sets the variable decides.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn spare_a_missing_graphics_card() {
    const SWITCH: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    let has_card = std::fs::read_dir("/dev/dri").is_ok_and(|mut devices| devices.next().is_some());
    if !has_card && std::env::var_os(SWITCH).is_none() {
        // SAFETY: this is the beginning of the program, before any other thread that could read the
        // environment.
        unsafe { std::env::set_var(SWITCH, "1") };
    }
}

/// Opens the window and stays until it is closed.
pub(crate) fn open() -> ExitCode {
    #[cfg(target_os = "linux")]
    spare_a_missing_graphics_card();
    if !has_display() {
        eprintln!(
            "There is no display to open a window on. Use `patchbay run` or `patchbay serve`, which need none, or start \
             it in a desktop session."
        );
        return ExitCode::from(NO_DISPLAY);
    }
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("PATCHBAY_LOG")
                .unwrap_or_else(|_| "warn".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let built = tauri::Builder::default()
        // First, so that a second start hands its files to the window that is open, and ends.
        .plugin(tauri_plugin_single_instance::init(
            |tauri, arguments, folder| {
                let arguments = arguments.into_iter().map(OsString::from);
                opened::hand_in(tauri, opened::files_among(arguments, Path::new(&folder)));
            },
        ))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .manage(OpenedFiles::default())
        .invoke_handler(tauri::generate_handler![
            call,
            opened::take_opened_files,
            audio::audio_load,
            audio::audio_control,
            audio::audio_devices
        ])
        .setup(|tauri| {
            if cfg!(target_os = "macos") {
                tauri.set_menu(menu::menu(tauri.handle())?)?;
                tauri.on_menu_event(|tauri, event| menu::chosen(tauri, &event));
            }
            match open_application() {
                Ok((app, listener)) => begin(tauri.handle(), app, listener)?,
                Err(message) => refuse(tauri.handle(), &message),
            }
            Ok(())
        })
        .build(tauri::generate_context!());
    match built {
        Ok(tauri) => {
            let folder = std::env::current_dir().unwrap_or_default();
            opened::hand_in(
                tauri.handle(),
                opened::files_among(std::env::args_os(), &folder),
            );
            tauri.run(|tauri, event| {
                #[cfg(target_os = "macos")]
                if let RunEvent::Opened { urls } = &event {
                    opened::hand_in(
                        tauri,
                        urls.iter()
                            .filter_map(|url| url.to_file_path().ok())
                            .collect(),
                    );
                }
                if let RunEvent::Exit = event
                    && let Some(app) = tauri.try_state::<App>()
                {
                    // The timer has to be made inside the runtime.
                    let _ = tauri::async_runtime::block_on(async {
                        let closing = tokio::time::timeout(CLOSING, app.close());
                        closing.await
                    });
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("The window could not be opened: {error}.");
            ExitCode::FAILURE
        }
    }
}

fn open_application() -> Result<(App, Listener), String> {
    let listener = Listener::bind(0).map_err(|error| error.to_string())?;
    let options = AppOptions {
        media_base: listener.base(),
        media_token: listener.token().to_owned(),
        prepare_images: true,
        tool_servers: true,
        key_store: true,
        models: default_models_folder().ok(),
        watch_every: Some(WATCH_EVERY),
        ..AppOptions::default()
    };
    let opened = default_data_folder().and_then(|folder| App::open(&folder, options));
    opened
        .map(|app| (app, listener))
        .map_err(|error| AppError::from(error).to_string())
}

/// Shows the window, with the application behind it.
fn begin(tauri: &AppHandle, app: App, listener: Listener) -> tauri::Result<()> {
    tauri::async_runtime::spawn(serve(app.clone(), listener));
    tauri::async_runtime::spawn(pass_events_on(app.clone(), tauri.clone()));
    tauri.manage(app);
    tauri.manage(audio::player(tauri.clone()));
    for window in &tauri.config().app.windows {
        WebviewWindowBuilder::from_config(tauri, window)?.build()?;
    }
    Ok(())
}

async fn serve(app: App, listener: Listener) {
    if let Err(error) = patchbay_server::serve(listener, app).await {
        tracing::error!(%error, "the media server stopped");
    }
}

/// Emits everything that happens as `event`; `gap` where the window was too slow and missed some.
async fn pass_events_on(app: App, tauri: AppHandle) {
    let mut events = app.subscribe();
    loop {
        let emitted = match events.recv().await {
            Ok(event) => tauri.emit("event", event),
            Err(RecvError::Lagged(_)) => tauri.emit("gap", ()),
            Err(RecvError::Closed) => return,
        };
        if let Err(error) = emitted {
            tracing::error!(%error, "an event did not reach the window");
        }
    }
}

/// Says why nothing can be shown, and ends the program.
fn refuse(tauri: &AppHandle, message: &str) {
    eprintln!("{message}");
    let handle = tauri.clone();
    let dialog = tauri
        .dialog()
        .message(message)
        .title("Patchbay")
        .kind(MessageDialogKind::Error);
    dialog.show(move |_| handle.exit(1));
}

/// Whether a window can be shown. The toolkit would end the program with a message for programmers.
#[cfg(target_os = "linux")]
fn has_display() -> bool {
    gtk::init().is_ok()
}

#[cfg(not(target_os = "linux"))]
fn has_display() -> bool {
    true
}
