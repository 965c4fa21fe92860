//! The packet: one property of Patchbay's own namespace (ISO 16684-1, section 7).

const BEFORE: &str = "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
<rdf:Description rdf:about=\"\" xmlns:patchbay=\"urn:patchbay:recipe:1\"><patchbay:recipe>";
const AFTER: &str = "</patchbay:recipe></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>";
const START: &str = "<patchbay:recipe>";
const END: &str = "</patchbay:recipe>";

/// What stands for the characters that mean something in XML; the ampersand first, so that it is read last.
const ESCAPES: [(&str, &str); 3] = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")];

/// A packet that holds `text`.
pub(super) fn with(text: &str) -> Vec<u8> {
    let escaped = ESCAPES.iter().fold(text.to_owned(), |text, (plain, escape)| text.replace(plain, escape));
    [BEFORE, &escaped, AFTER].concat().into_bytes()
}

/// A packet without its text: empty where it held nothing else, otherwise as long as it was; none where it holds no text.
pub(super) fn without_text(packet: &[u8]) -> Option<Vec<u8>> {
    text_in(packet)?;
    if packet.starts_with(BEFORE.as_bytes()) && packet.ends_with(AFTER.as_bytes()) {
        return Some(Vec::new());
    }
    let packet = std::str::from_utf8(packet).ok()?;
    let start = packet.find(START)?;
    let end = start + packet[start..].find(END)? + END.len();
    Some([&packet[..start], &" ".repeat(end - start), &packet[end..]].concat().into_bytes())
}

/// The text in a packet, also where another program has written the packet anew around it.
pub(super) fn text_in(packet: &[u8]) -> Option<String> {
    let packet = std::str::from_utf8(packet).ok()?;
    let start = packet.find(START)? + START.len();
    let end = start + packet[start..].find(END)?;
    let text = packet[start..end].to_owned();
    Some(ESCAPES.iter().rev().fold(text, |text, (plain, escape)| text.replace(escape, plain)))
}
