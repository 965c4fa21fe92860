//! Takes typed fields out of a table, so that what is wrong is told with the field's name.

use toml::{Table, Value};

/// Error of a field: its name and the reason.
pub(super) type Wrong = (String, String);

/// The fields of a table that were not yet taken.
pub(super) struct Fields(pub(super) Table);

impl Fields {
    /// Words that have to be there and not be empty.
    pub(super) fn text(&mut self, field: &str) -> Result<String, Wrong> {
        self.optional_text(field)?
            .ok_or_else(|| wrong(field, "is missing"))
    }

    /// Words that may be missing, but not be empty.
    pub(super) fn optional_text(&mut self, field: &str) -> Result<Option<String>, Wrong> {
        match self.0.remove(field) {
            None => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text)),
            Some(_) => Err(wrong(field, "has to be words in quotes")),
        }
    }

    /// A whole number above zero that may be missing.
    pub(super) fn optional_count(&mut self, field: &str) -> Result<Option<u64>, Wrong> {
        match self.0.remove(field) {
            None => Ok(None),
            Some(Value::Integer(number)) if number > 0 => Ok(Some(number.unsigned_abs())),
            Some(_) => Err(wrong(field, "has to be a whole number above 0")),
        }
    }

    /// A whole number above zero.
    pub(super) fn count(&mut self, field: &str) -> Result<u64, Wrong> {
        self.optional_count(field)?
            .ok_or_else(|| wrong(field, "is missing"))
    }

    /// `true` or `false`, or what holds where nothing is said.
    pub(super) fn flag(&mut self, field: &str, otherwise: bool) -> Result<bool, Wrong> {
        match self.0.remove(field) {
            None => Ok(otherwise),
            Some(Value::Boolean(flag)) => Ok(flag),
            Some(_) => Err(wrong(field, "has to be true or false")),
        }
    }

    /// A list of words with at least one member.
    pub(super) fn texts(&mut self, field: &str) -> Result<Vec<String>, Wrong> {
        let text = |value| match value {
            Value::String(text) if !text.trim().is_empty() => Ok(text),
            _ => Err(wrong(field, "has to be a list of words in quotes")),
        };
        self.list(field)?.into_iter().map(text).collect()
    }

    /// A list of tables with at least one member.
    pub(super) fn tables(&mut self, field: &str) -> Result<Vec<Table>, Wrong> {
        let table = |value| match value {
            Value::Table(table) => Ok(table),
            _ => Err(wrong(
                field,
                "has to be a list like [{ path = \"model.safetensors\" }]",
            )),
        };
        self.list(field)?.into_iter().map(table).collect()
    }

    /// A table that may be missing.
    pub(super) fn table(&mut self, field: &str) -> Result<Table, Wrong> {
        match self.0.remove(field) {
            None => Ok(Table::new()),
            Some(Value::Table(table)) => Ok(table),
            Some(_) => Err(wrong(field, "has to be a table")),
        }
    }

    /// Refuses what was not taken: most often it is a field's name with a slip in it.
    pub(super) fn finish(self) -> Result<(), Wrong> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(field) => Err(wrong(
                field,
                "is no field of a model; look for a slip in its name",
            )),
        }
    }

    fn list(&mut self, field: &str) -> Result<Vec<Value>, Wrong> {
        match self.0.remove(field) {
            None => Err(wrong(field, "is missing")),
            Some(Value::Array(list)) if !list.is_empty() => Ok(list),
            Some(_) => Err(wrong(field, "has to be a list with at least one member")),
        }
    }
}

pub(super) fn wrong(field: &str, reason: impl Into<String>) -> Wrong {
    (field.to_owned(), reason.into())
}
