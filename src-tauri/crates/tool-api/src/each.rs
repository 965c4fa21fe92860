//! The same for each of several files: what fails is told, and the rest goes on.

use crate::{Context, ToolError};

/// Maximum number of failures that an error names when everything failed.
const MOST_TOLD: usize = 3;

/// Makes something of each of several files by their places, one after the other, with the place of
/// what it was made of. A file that fails is left out and told in the step's notes by its name.
///
/// # Errors
/// All files fail, the step is to stop, or something is missing on this computer that every file
/// needs.
pub fn each<T>(
    context: &Context,
    names: &[&str],
    mut make: impl FnMut(usize) -> Result<T, ToolError>,
) -> Result<Vec<(usize, T)>, ToolError> {
    let mut made = Vec::with_capacity(names.len());
    let mut failed: Vec<(&str, ToolError)> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        context.step(index, names.len())?;
        let edits = context.progress.edits().len();
        match make(index) {
            Ok(one) => made.push((index, one)),
            Err(error @ (ToolError::Cancelled | ToolError::Missing(_))) => return Err(error),
            Err(error) => {
                context.progress.forget_edits(edits);
                failed.push((*name, error));
            }
        }
    }
    context.check()?;
    if made.is_empty() {
        return Err(all(failed));
    }
    for (name, error) in &failed {
        context.progress.say(left_out(name, &error.to_string()));
    }
    context.progress.set(1.0);
    Ok(made)
}

/// `“b.mp4” was left out. It has no sound.`
fn left_out(name: &str, sentence: &str) -> String {
    format!("“{name}” was left out. {sentence}")
}

/// Error for when every file failed: the sentence of the only one, or one that names them.
fn all(mut failed: Vec<(&str, ToolError)>) -> ToolError {
    if failed.len() < 2 {
        return failed.pop().map_or_else(
            || ToolError::Input("There is no file to work on.".to_owned()),
            |(_, error)| error,
        );
    }
    let first = failed[0].1.clone();
    if failed.iter().all(|(_, error)| *error == first) {
        return first;
    }
    let told = failed.iter().take(MOST_TOLD);
    let mut said: Vec<String> = told
        .map(|(name, error)| left_out(name, &error.to_string()))
        .collect();
    said.insert(
        0,
        format!("None of the {} files could be done.", failed.len()),
    );
    if failed.len() > MOST_TOLD {
        said.push(format!("{} more failed.", failed.len() - MOST_TOLD));
    }
    let said = said.join(" ");
    match first {
        ToolError::Refused(_) => ToolError::Refused(said),
        ToolError::Failed(_) => ToolError::Failed(said),
        ToolError::Nothing(_) => ToolError::Nothing(said),
        _ => ToolError::Input(said),
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::EditList;

    use super::*;
    use crate::testing::context;

    fn bad(name: &str) -> ToolError {
        ToolError::Input(format!("“{name}” is empty."))
    }

    #[test]
    fn what_fails_is_told_and_the_rest_goes_on() {
        let (context, _folder) = context();
        let names = ["a.png", "b.png", "c.png"];
        let made = each(&context, &names, |index| {
            let seen = context.progress.get();
            assert!((seen - index as f64 / 3.0).abs() < 1e-9, "{seen}");
            context
                .progress
                .record(EditList::cut(names[index], [(0.0, 1.0)]));
            if index == 1 {
                return Err(bad("b.png"));
            }
            Ok(names[index])
        });
        assert_eq!(made, Ok(vec![(0, "a.png"), (2, "c.png")]));
        assert_eq!(
            context.progress.said(),
            ["“b.png” was left out. “b.png” is empty."]
        );
        let expected = ["a.png", "c.png"].map(|name| EditList::cut(name, [(0.0, 1.0)]));
        assert_eq!(context.progress.edits(), expected);
    }

    #[test]
    fn where_all_fail_or_all_need_something_the_step_fails() {
        let (context, _folder) = context();
        let names = ["a.png", "b.png", "c.png", "d.png", "e.png"];
        let error = each::<()>(&context, &names, |index| Err(bad(names[index]))).unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with("None of the 5 files") && said.ends_with("2 more failed."),
            "{said}"
        );
        let one = each::<()>(&context, &names[..1], |_| Err(bad("a.png")));
        assert_eq!(one, Err(bad("a.png")));
        let mut tried = 0;
        let missing = ToolError::Missing("A model is missing.".to_owned());
        let stopped = each::<()>(&context, &names, |_| {
            tried += 1;
            Err(missing.clone())
        });
        assert_eq!((stopped, tried), (Err(missing), 1));
        assert!(context.progress.said().is_empty());
    }

    #[test]
    fn a_cancelled_step_stops_at_once() {
        let (context, _folder) = context();
        let mut tried = 0;
        let stopped = each(&context, &["a.png", "b.png"], |_| {
            tried += 1;
            context.progress.cancel();
            Ok(())
        });
        assert_eq!((stopped, tried), (Err(ToolError::Cancelled), 1));
    }
}
