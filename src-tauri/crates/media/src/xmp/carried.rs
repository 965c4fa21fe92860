//! Parts of an image's packet that are true of images made of it too: who took it, whose it is,
//! what it shows.

use super::packet::{replaced, without_recipe};

/// Parts that are not, beside a recipe of how the image itself was made: previews that still show
/// what an edit took away, and a word of more packets, which are not carried.
const LEFT_OUT: [(&str, &str); 3] = [
    ("<xmp:Thumbnails>", "</xmp:Thumbnails>"),
    ("<xmpNote:HasExtendedXMP>", "</xmpNote:HasExtendedXMP>"),
    ("xmpNote:HasExtendedXMP=\"", "\""),
];

/// How the image lies; what is made of it lies upright.
const ORIENTATION: [(&str, &str); 2] = [
    ("<tiff:Orientation>", "</tiff:Orientation>"),
    ("tiff:Orientation=\"", "\""),
];

/// A packet for what is made of an image, from the image's own; none where that cannot be read or
/// says nothing else.
pub(crate) fn carried(packet: &[u8]) -> Option<Vec<u8>> {
    let mut text = without_recipe(std::str::from_utf8(packet).ok()?);
    for (start, end) in LEFT_OUT {
        text = replaced(&text, start, end, "");
    }
    for (start, end) in ORIENTATION {
        text = replaced(&text, start, end, &format!("{start}1{end}"));
    }
    let says_something = text.contains("<rdf:Description") && text.contains("</rdf:RDF>");
    says_something.then(|| text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::packet;
    use super::*;

    const PACKET: &str = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF><rdf:Description rdf:about=\"\" \
        tiff:Orientation=\"6\" xmpNote:HasExtendedXMP=\"A0\"><dc:rights>Jo</dc:rights><xmp:Thumbnails>face</xmp:Thumbnails>\
        </rdf:Description></rdf:RDF></x:xmpmeta>";

    #[test]
    fn authors_stay_and_previews_and_turns_go() {
        let carried = String::from_utf8(carried(PACKET.as_bytes()).unwrap()).unwrap();
        assert!(
            carried.contains("<dc:rights>Jo</dc:rights>")
                && carried.contains("tiff:Orientation=\"1\""),
            "{carried}"
        );
        assert!(
            !carried.contains("face") && !carried.contains("Extended"),
            "{carried}"
        );
    }

    #[test]
    fn a_recipe_is_not_that_of_what_is_made_next() {
        assert_eq!(carried(&packet::with("a recipe")), None);
        let both = packet::joined(PACKET.as_bytes(), "a recipe").unwrap();
        assert_eq!(packet::text_in(&both).as_deref(), Some("a recipe"));
        let next = carried(&both).unwrap();
        assert_eq!(packet::text_in(&next), None);
        assert!(String::from_utf8(next).unwrap().contains("<dc:rights>Jo"));
        assert_eq!(carried(b"\xFF\xFE<"), None);
    }
}
