//! A conversation as fronts see it.

use patchbay_store as store;

use crate::api::ConversationSummary;

/// Characters of a title made from a request.
const TITLE_LENGTH: usize = 60;

/// A line of the list of conversations.
pub(crate) fn summary(conversation: store::Conversation) -> ConversationSummary {
    ConversationSummary {
        id: conversation.id,
        title: conversation.title,
        created_at: conversation.created_at as u64,
        updated_at: conversation.updated_at as u64,
    }
}

/// A title made from a request: its first line, cut at a word where it is long.
pub(crate) fn title_of(instruction: &str) -> String {
    let line = instruction
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    if line.chars().count() <= TITLE_LENGTH {
        return line.to_owned();
    }
    let cut: String = line.chars().take(TITLE_LENGTH).collect();
    let words = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', '.', ';', ':']))
}

#[cfg(test)]
mod tests {
    use super::title_of;

    #[test]
    fn a_title_is_the_first_line_cut_at_a_word() {
        assert_eq!(title_of("\n  make it brighter\nplease"), "make it brighter");
        let long = title_of(
            "put calm piano music under clip.mp4, and then cut it from 0:02 to 0:05 and send it to me",
        );
        assert_eq!(
            long,
            "put calm piano music under clip.mp4, and then cut it from…"
        );
        assert!(title_of(&"x".repeat(500)).chars().count() <= 61);
        assert_eq!(title_of(""), "");
    }
}
