//! Patchbay's own packet: one property of a namespace of its own (ISO 16684-1, section 7).

const BEFORE: &str = "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">";
const RDF_END: &str = "</rdf:RDF>";
const AFTER: &str = "</rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>";
/// Markup around the text, in a packet that Patchbay wrote.
const DESCRIPTION: (&str, &str) = (
    "<rdf:Description rdf:about=\"\" xmlns:patchbay=\"urn:patchbay:recipe:1\"><patchbay:recipe>",
    "</patchbay:recipe></rdf:Description>",
);
/// Markup around it in any case.
const PROPERTY: (&str, &str) = ("<patchbay:recipe>", "</patchbay:recipe>");

/// Escapes of the characters that mean something in XML; the ampersand first, so that it is read
/// last.
const ESCAPES: [(&str, &str); 3] = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")];

/// A packet that holds `text`.
pub(super) fn with(text: &str) -> Vec<u8> {
    [BEFORE, &described(text), AFTER].concat().into_bytes()
}

/// Another program's packet with `text` in it too, in place of an older one; none where it cannot
/// be read.
pub(super) fn joined(packet: &[u8], text: &str) -> Option<Vec<u8>> {
    let packet = without_recipe(std::str::from_utf8(packet).ok()?);
    let (before, after) = packet.split_at(packet.rfind(RDF_END)?);
    Some([before, &described(text), after].concat().into_bytes())
}

/// A packet without its text: empty where it held nothing else, otherwise as long as it was; none
/// where it holds no text.
pub(super) fn without_text(packet: &[u8]) -> Option<Vec<u8>> {
    let text = text_in(packet)?;
    if packet == with(&text) {
        return Some(Vec::new());
    }
    let packet = std::str::from_utf8(packet).ok()?;
    let (before, after) = if packet.contains(DESCRIPTION.0) {
        DESCRIPTION
    } else {
        PROPERTY
    };
    let start = packet.find(before)?;
    let end = start + packet[start..].find(after)? + after.len();
    Some(
        [&packet[..start], &" ".repeat(end - start), &packet[end..]]
            .concat()
            .into_bytes(),
    )
}

/// A packet without the text that Patchbay wrote.
pub(super) fn without_recipe(packet: &str) -> String {
    let (start, end) = DESCRIPTION;
    let text = replaced(packet, start, end, "");
    // Where another program has written the packet anew.
    let (start, end) = PROPERTY;
    replaced(&text, start, end, "")
}

/// A text with each part from `start` to the next `end`, both included, replaced.
pub(super) fn replaced(text: &str, start: &str, end: &str, by: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(from) = rest.find(start)
        && let Some(length) = rest[from + start.len()..].find(end)
    {
        out.push_str(&rest[..from]);
        out.push_str(by);
        rest = &rest[from + start.len() + length + end.len()..];
    }
    out + rest
}

fn described(text: &str) -> String {
    let escaped = ESCAPES
        .iter()
        .fold(text.to_owned(), |text, (plain, escape)| {
            text.replace(plain, escape)
        });
    [DESCRIPTION.0, &escaped, DESCRIPTION.1].concat()
}

/// The text in a packet, also where another program has written the packet anew around it.
pub(super) fn text_in(packet: &[u8]) -> Option<String> {
    let packet = std::str::from_utf8(packet).ok()?;
    let start = packet.find(PROPERTY.0)? + PROPERTY.0.len();
    let end = start + packet[start..].find(PROPERTY.1)?;
    let text = packet[start..end].to_owned();
    Some(
        ESCAPES
            .iter()
            .rev()
            .fold(text, |text, (plain, escape)| text.replace(escape, plain)),
    )
}
