//! Files of several pages and pictures, made on the spot.

use std::fmt::Write;

/// A PDF document with a page of 300 x 200 points for each text, a link to the first page on each, and bookmarks.
pub fn document(texts: &[&str]) -> Vec<u8> {
    let count = texts.len();
    let kids: String = (0..count).fold(String::new(), |mut kids, page| {
        let _ = write!(kids, "{} 0 R ", 5 + 2 * page);
        kids
    });
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>".to_owned(),
        // Pages inherit their size and letters.
        format!(
            "<</Type/Pages/Count {count}/Kids[{kids}]/MediaBox[0 0 300 200]/Resources<</Font<</F 3 0 R>>>>>>"
        ),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<</Type/Outlines/Count 0>>".to_owned(),
    ];
    for (page, text) in texts.iter().enumerate() {
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/Contents {} 0 R/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[5 0 R/Fit]>>]>>",
            6 + 2 * page
        ));
        let content = format!("BT /F 40 Tf 30 80 Td ({text}) Tj ET 0 0 1 rg 10 10 280 20 re f");
        objects.push(format!(
            "<</Length {}>>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    let mut file = String::from("%PDF-1.7\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in objects.iter().enumerate() {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = write!(file, "{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let end = format!(
        "trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n",
        objects.len() + 1,
        file.len()
    );
    format!("{file}{table}{end}").into_bytes()
}

/// An MPO file (CIPA DC-007) of two JPEG files.
pub fn mpo(first: &[u8], second: &[u8]) -> Vec<u8> {
    // The index: a TIFF structure with the number of pictures and where each lies.
    let mut index = b"MPF\0MM\0\x2A\0\0\0\x08\0\x02".to_vec();
    index.extend(b"\xB0\x01\0\x04\0\0\0\x01\0\0\0\x02");
    index.extend(b"\xB0\x02\0\x07\0\0\0\x20\0\0\0\x26");
    index.extend([0; 4]);
    // Its offsets are counted from behind its name.
    let segment = index.len() + 32 + 4;
    let entries = [
        (0x0003_0000_u32, first.len() + segment, 0),
        (0, second.len(), first.len() + segment - 2 - 8),
    ];
    for (kind, length, offset) in entries {
        index.extend(kind.to_be_bytes());
        index.extend((length as u32).to_be_bytes());
        index.extend((offset as u32).to_be_bytes());
        index.extend([0; 4]);
    }
    let length = (index.len() as u16 + 2).to_be_bytes();
    [
        &first[..2],
        &[0xFF, 0xE2],
        &length,
        &index,
        &first[2..],
        second,
    ]
    .concat()
}
