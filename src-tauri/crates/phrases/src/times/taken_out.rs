//! Whether a sentence keeps the parts that it names, or takes them out.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern;

/// Whether a sentence, whose times are marked, takes out what it names: “drop the first 5 seconds”, but not “keep 0:05 to
/// 0:10, throw away everything else”.
pub(super) fn takes_out(sentence: &str) -> bool {
    TAKES_OUT.is_match(&REST.replace_all(sentence, " "))
}

/// That all but the part that is named goes: “throw away everything before and after”.
static REST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(remove|delete|drop|skip|discard|erase|lose|ditch|scrap|toss|cut|chop|trim|throw|get\ rid\ of|leave\ out|without)\ (out\ |off\ |away\ |of\ )*
          ((everything|anything|all)\ (else|around|outside|(that\ comes\ |that\ is\ )?before\ (and|or)\ after)|(all\ )?the\ (rest|remainder|others?))\b",
    )
});

static TAKES_OUT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(remove|delete|drop|skip|discard|erase|strip|lose|omit|ditch|scrap|toss|without|except|excluding|get\ rid\ of|leave\ out|all\ but|everything\ but)\b
        | \b(can|may|should|must|has\ to|have\ to)\ (also\ |just\ )?go\b
        | \b(cut|take|chop|trim|edit|snip|throw|kick)\ (\w+\ ){0,3}(out|off|away)\b
        | <b?\d+>\ (out|off|away)\b
        | \b(cut|chop|trim|snip|bin|lose)\ (those|them|these)\ ?(?:$|[.,;!?]|and\b|then\b|please\b)
        | \b(cut|trim|chop|snip|crop)\ (the\ |its\ )?(very\ )?(first|last|initial|final|opening|closing|beginning|start|end)\b
        | \b(cut|trim|chop|snip|take)\ <\d+>\ (from|off|at)\ (the\ |its\ )?(start|beginning|end|front|back)\b
        ",
    )
});

#[cfg(test)]
mod tests {
    use crate::times::said_ranges;

    #[test]
    fn what_goes_around_a_part_does_not_take_it_out() {
        for (sentence, ranges) in [
            (
                "keep only 00:00:03.500 - 00:00:07.250, throw away everything before and after",
                "0:03.5 to 0:07.25",
            ),
            ("keep 0:05 to 0:10 and delete the rest", "0:05 to 0:10"),
            ("cut out 0:05 to 0:10", "without 0:05 to 0:10"),
            ("the first second can go", "without 0:00 to 0:01"),
            (
                "remove everything from 0:05 to 0:10",
                "without 0:05 to 0:10",
            ),
        ] {
            let read = said_ranges(sentence).map(|read| read.to_string());
            assert_eq!(read.as_deref(), Some(ranges), "{sentence}");
        }
    }
}
