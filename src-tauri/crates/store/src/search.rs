//! Conversations by the words in them.

use std::collections::BTreeMap;

use crate::conversation::Conversation;
use crate::error::StoreError;
use crate::store::Store;

/// Titles, requests and names of files with their conversations, oldest first.
const SAID: &str = "
SELECT id, title, 0 FROM conversations WHERE deleted_at IS NULL
UNION ALL
SELECT conversation, instruction, created_at FROM turns WHERE deleted_at IS NULL
UNION ALL
SELECT conversation, name, created_at FROM artifacts WHERE deleted_at IS NULL
ORDER BY 3
";

impl Store {
    /// The conversations that hold all of these words, the one with the newest addition first, each with the newest request, title or
    /// name that holds one of them. Case counts for nothing; a word may be part of another. No words: none.
    pub fn search_conversations(
        &self,
        words: &str,
    ) -> Result<Vec<(Conversation, String)>, StoreError> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let mut found: BTreeMap<String, (Vec<bool>, String)> = BTreeMap::new();
        self.read(|connection| {
            let mut statement = connection.prepare_cached(SAID)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let said: String = row.get(1)?;
                let lower = said.to_lowercase();
                let holds: Vec<bool> = words.iter().map(|word| lower.contains(word)).collect();
                if !holds.contains(&true) {
                    continue;
                }
                let (all, newest) = found.entry(row.get(0)?).or_default();
                all.resize(words.len(), false);
                for (seen, here) in all.iter_mut().zip(holds) {
                    *seen |= here;
                }
                *newest = said;
            }
            Ok(())
        })?;
        let with_words = |conversation: Conversation| {
            let (seen, said) = found.remove(&conversation.id)?;
            (!seen.contains(&false)).then_some((conversation, said))
        };
        Ok(self
            .conversations()?
            .into_iter()
            .filter_map(with_words)
            .collect())
    }
}
