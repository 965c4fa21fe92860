//! Files without what they say about themselves.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};

use patchbay_domain::MediaFile;
use patchbay_media::clean::{Removal, clean};

use crate::{Context, Inputs, ToolError};

/// Bytes that are copied at once.
const PIECE: usize = 1 << 20;

/// Removal that is asked for.
pub(crate) fn removal(inputs: &Inputs) -> Removal {
    if inputs.value("what").as_deref() == Some("place") {
        Removal::Place
    } else {
        Removal::Everything
    }
}

/// A copy of a file without what `removal` says; none where that is not done in its format. `range`:
/// where in the step's progress this lies.
pub(crate) fn cleaned(
    file: &MediaFile,
    removal: Removal,
    (from, to): (f64, f64),
    context: &Context,
) -> Result<Option<MediaFile>, ToolError> {
    let ending = file
        .name
        .rsplit_once('.')
        .map_or("bin", |(_, ending)| ending)
        .to_lowercase();
    let output = context.output("clean", Some(&file.name), &ending);
    let unreadable = |error: std::io::Error| {
        ToolError::Input(match error.kind() {
            ErrorKind::NotFound => format!("“{}” is not there any more.", file.name),
            _ => format!("“{}” cannot be read: {error}.", file.name),
        })
    };
    let unwritable = |error: std::io::Error| {
        ToolError::Failed(format!("“{}” could not be written: {error}.", output.name))
    };
    let mut source = File::open(&file.path).map_err(unreadable)?;
    let length = source.metadata().map_err(unreadable)?.len();
    let mut copy = File::create(&output.path).map_err(unwritable)?;
    let (mut piece, mut done) = (vec![0; PIECE], 0);
    loop {
        if to > from {
            let share = done as f64 / length.max(1) as f64;
            context.progress.set(from + (to - from) * share);
        }
        context.check()?;
        let read = source.read(&mut piece).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        copy.write_all(&piece[..read]).map_err(unwritable)?;
        done += read as u64;
    }
    drop(copy);
    if clean(&output.path, &output.name, removal)? {
        return Ok(Some(output));
    }
    std::fs::remove_file(&output.path).map_err(unwritable)?;
    Ok(None)
}

/// Error for a result that still says what was to be taken out.
pub(crate) fn failed(file: &MediaFile, what: &str) -> ToolError {
    ToolError::Failed(format!(
        "“{}” still says {what}, so it is not shown as a result.",
        file.name
    ))
}
