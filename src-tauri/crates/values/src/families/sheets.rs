//! Number of columns and rows of a sheet of frames.

/// The parameters that take it.
pub const NAMES: [&str; 2] = ["sheet_columns", "sheet_rows"];
/// Maximum number of columns and of rows.
const MOST: [u32; 2] = [12, 30];

/// A value in the one way of writing it; none where the parameter of that name cannot be that.
pub fn read(name: &str, text: &str) -> Option<String> {
    let [columns, rows] = MOST;
    let most = if name == NAMES[0] { columns } else { rows };
    let count: u32 = text.trim().parse().ok()?;
    (1..=most).contains(&count).then(|| count.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_has_so_many_columns_and_rows_at_most() {
        for (name, text, value) in [
            ("sheet_columns", " 12 ", Some("12")),
            ("sheet_columns", "13", None),
            ("sheet_rows", "30", Some("30")),
            ("sheet_rows", "0", None),
            ("sheet_rows", "many", None),
        ] {
            assert_eq!(read(name, text).as_deref(), value, "{name}: {text}");
        }
    }
}
