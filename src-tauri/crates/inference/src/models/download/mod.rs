//! Gets models from a hub or a mirror of it.
//!
//! Downloads are written to parts that survive a crash and are gone on from; only what is whole and
//! has the right sum is moved into place. One thread does it all, with up to four files at once: it
//! waits for the network most of the time.

mod error;
mod hub;
mod options;
mod part;
mod progress;
mod transfer;
mod writing;

pub use error::DownloadError;
pub use options::{HUB, Options};
pub use progress::Progress;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use sha2::{Digest, Sha256};

use crate::models::library::{
    Library, LibraryError, Lock, Manifest, State, digits, part as part_path, part_facts, remove,
    size, sum,
};
use crate::models::registry::{FileEntry, Model, Source};
use hub::Hub;
use progress::Meter;
use transfer::Transfer;

/// Maximum number of a model's files that come at once.
const PARALLEL: usize = 4;
/// How often progress is told, and asked whether to go on.
const TICK: Duration = Duration::from_millis(100);

/// Gets what is missing of a model, after what is there was looked into; what is wrong of that is
/// got anew.
///
/// Blocks, so it belongs on a thread of its own and not into an async task. `report` hears every
/// tenth of a second how far it is; where it answers [`ControlFlow::Break`], to pause or to cancel,
/// what came is kept and the error is [`LibraryError::Stopped`]. [`Library::remove`] throws it
/// away.
pub fn get(
    library: &Library,
    model: &Model,
    options: &Options,
    report: &dyn Fn(&Progress) -> ControlFlow<()>,
) -> Result<(), DownloadError> {
    let Source::Hub {
        repository,
        revision,
    } = &model.source
    else {
        return own(library, model);
    };
    std::fs::create_dir_all(library.folder())
        .map_err(LibraryError::io("made", library.folder()))?;
    let _lock = Lock::take(library.folder(), &model.id)?;
    let start = Instant::now();
    let meter = RefCell::new(Meter::new(model.files.len(), model.bytes));
    let tell = || match report(&meter.borrow_mut().progress(start.elapsed())) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(LibraryError::Stopped),
    };
    let missing = missing(library, model, &meter, &tell)?;
    if missing.is_empty() {
        return Ok(());
    }
    if options.offline {
        return Err(DownloadError::Offline {
            model: model.id.clone(),
        });
    }
    let progress = meter.borrow_mut().progress(start.elapsed());
    library.check_space(progress.total - progress.bytes)?;
    let hub = Hub::new(options)?;
    let get_file = async |(number, file): (usize, &FileEntry)| {
        let address = hub.address(repository, revision, &file.path);
        let path = library.path(model, file);
        let meter = &meter;
        let got = Transfer {
            hub: &hub,
            options,
            library,
            file,
            address,
            path,
            meter,
            number,
        }
        .run()
        .await?;
        library
            .settle(model, file, got)
            .map_err(DownloadError::from)
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| DownloadError::Client {
        reason: error.to_string(),
    })?;
    let done = runtime.block_on(async {
        let stopped = async {
            loop {
                tokio::time::sleep(TICK).await;
                if let Err(error) = tell() {
                    return error;
                }
            }
        };
        let files = stream::iter(missing)
            .map(get_file)
            .buffer_unordered(PARALLEL)
            .try_collect::<()>();
        tokio::select! {
            done = files => done,
            error = stopped => Err(error.into()),
        }
    });
    // A name that the system still looks up must not hold what was stopped.
    runtime.shutdown_background();
    done?;
    // The last figures; there is nothing left to stop.
    let _ = tell();
    Ok(())
}

/// A person's own folder has nothing to be got.
fn own(library: &Library, model: &Model) -> Result<(), DownloadError> {
    match library.state(model) {
        State::Broken { file, reason } => Err(LibraryError::File {
            path: library.model_folder(model).join(file),
            reason,
        }
        .into()),
        _ => Ok(()),
    }
}

/// The files that are not there as they should be, by their numbers. What is there is read through;
/// what is wrong is thrown away, and what was moved into place when the program stopped, but not
/// noted, is looked at as a part again.
fn missing<'a>(
    library: &Library,
    model: &'a Model,
    meter: &RefCell<Meter>,
    tell: &dyn Fn() -> Result<(), LibraryError>,
) -> Result<Vec<(usize, &'a FileEntry)>, LibraryError> {
    let folder = library.model_folder(model);
    let mut manifest = Manifest::read(&folder, &model.source);
    if manifest.source != model.source.to_string() {
        manifest = Manifest {
            source: model.source.to_string(),
            ..Manifest::default()
        };
        manifest.write(&folder)?;
    }
    let mut missing = Vec::new();
    for (number, file) in model.files.iter().enumerate() {
        let path = folder.join(&file.path);
        if let (Some(length), Some(got)) = (size(&path), manifest.files.get(&file.path)) {
            let mut found = Sha256::new();
            let mut read = 0;
            let mut count = |bytes: usize| {
                read += bytes as u64;
                meter.borrow_mut().set(number, read, Some(length));
                tell()
            };
            sum(&path, &mut found, &mut count)?;
            let expected = file.sha256.as_ref().unwrap_or(&got.sha256);
            if digits(found) == *expected {
                continue;
            }
            remove(&path)?;
        } else if path.exists() {
            if part_facts(&path).exists() {
                std::fs::rename(&path, part_path(&path))
                    .map_err(LibraryError::io("moved", &path))?;
            } else {
                remove(&path)?;
            }
        }
        if manifest.files.remove(&file.path).is_some() {
            manifest.write(&folder)?;
        }
        meter
            .borrow_mut()
            .set(number, size(&part_path(&path)).unwrap_or(0), file.size);
        missing.push((number, file));
    }
    Ok(missing)
}
