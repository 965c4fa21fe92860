//! XMP packets: what in them says where an image or video was taken.

/// Properties about a place, by how their names begin.
const PLACES: [&str; 7] = [
    "exif:GPS",
    "photoshop:City",
    "photoshop:State",
    "photoshop:Country",
    "Iptc4xmpCore:Location",
    "Iptc4xmpCore:CountryCode",
    "Iptc4xmpExt:Location",
];

/// The packet without the place; none where it cannot be read.
pub(super) fn without_place(packet: &[u8]) -> Option<Vec<u8>> {
    let mut text = std::str::from_utf8(packet).ok()?.to_owned();
    for name in PLACES {
        while let Some((from, to)) = property(&text, name) {
            text.replace_range(from..to, "");
        }
    }
    Some(text.into_bytes())
}

/// Returns the range of the first property whose name begins with `name`: an attribute with the
/// space before it, or an element with all that is in it.
fn property(text: &str, name: &str) -> Option<(usize, usize)> {
    text.match_indices(name).find_map(|(at, _)| {
        let before = text[..at].chars().next_back()?;
        let rest = &text[at..];
        if before == '<' {
            let end = rest.find('>')?;
            if rest[..end].ends_with('/') {
                return Some((at - 1, at + end + 1));
            }
            let named = rest.find(|letter: char| letter.is_whitespace() || letter == '>')?;
            let closing = format!("</{}>", &rest[..named]);
            let closes = rest.find(&closing)? + closing.len();
            return Some((at - 1, at + closes));
        }
        let equals = rest.find('=').filter(|_| before.is_whitespace())?;
        let value = rest[equals + 1..].trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let begins = rest.len() - value.len() + 1;
        let closes = rest[begins..].find(quote)?;
        Some((at - before.len_utf8(), at + begins + closes + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_place_goes() {
        let packet = "<rdf:Description dc:title=\"A\" exif:GPSLatitude=\"48,51N\" photoshop:City='Paris'\n \
                      exif:FNumber=\"2\"><exif:GPSLongitude>2,17E</exif:GPSLongitude><dc:rights>Jo</dc:rights>\
                      <Iptc4xmpExt:LocationShown/></rdf:Description>";
        let left = String::from_utf8(without_place(packet.as_bytes()).unwrap()).unwrap();
        assert!(!left.contains("GPS") && !left.contains("Paris") && !left.contains("Location"));
        assert!(
            left.contains("dc:title=\"A\"") && left.contains("exif:FNumber=\"2\""),
            "{left}"
        );
        assert!(left.contains("<dc:rights>Jo</dc:rights>"), "{left}");
        for broken in [
            "<exif:GPSLatitude",
            " exif:GPSLatitude=\"",
            "exif:GPS é",
            "<exif:GPSa>x",
        ] {
            assert_eq!(
                without_place(broken.as_bytes()).as_deref(),
                Some(broken.as_bytes())
            );
        }
        assert_eq!(without_place(b"\xFF\xFE"), None);
    }
}
