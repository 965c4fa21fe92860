//! The menu of macOS. The system's own “Quit” ends the program at once (tauri, issue 9198); this one asks the window to close, as
//! its button does, so that nothing that runs is ended unasked.

use tauri::menu::{Menu, MenuEvent, MenuItem, MenuItemKind};
use tauri::{AppHandle, Manager};

/// The id of “Quit”.
const QUIT: &str = "quit";

/// The usual menu with another “Quit”.
pub(crate) fn menu(tauri: &AppHandle) -> tauri::Result<Menu<tauri::Wry>> {
    let menu = Menu::default(tauri)?;
    if let Some(MenuItemKind::Submenu(own)) = menu.items()?.first() {
        // The system's own is the last of the first.
        if let Some(last) = own.items()?.len().checked_sub(1) {
            own.remove_at(last)?;
        }
        let quit = MenuItem::with_id(tauri, QUIT, "Quit Patchbay", true, Some("CmdOrCtrl+Q"))?;
        own.append(&quit)?;
    }
    Ok(menu)
}

/// Does what is chosen from it.
pub(crate) fn chosen(tauri: &AppHandle, event: &MenuEvent) {
    if event.id() != QUIT {
        return;
    }
    let windows = tauri.webview_windows();
    if windows.is_empty() {
        tauri.exit(0);
    }
    for window in windows.values() {
        if let Err(error) = window.close() {
            tracing::warn!(%error, "the window was not asked to close");
        }
    }
}
