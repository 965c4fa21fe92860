//! Drawings (SVG): drawn at any size. Scripts do not run, and nothing outside the file is read.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use image::{DynamicImage, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, fontdb, roxmltree};

use super::bounds::MAX_PIXELS;
use crate::MediaError;

/// The largest file that is drawn.
const MOST_BYTES: usize = 64 << 20;
/// The most shapes that are drawn, those that stand for others counted as often as they are seen.
const MOST_SHAPES: u64 = 400_000;

/// The fonts of this computer.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// Whether a file that begins with these bytes is a drawing: its first element is `svg`.
pub(super) fn is_svg(first_bytes: &[u8]) -> bool {
    let text = first_bytes
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(first_bytes);
    // What was cut in the middle of a letter is of no matter here.
    let text = String::from_utf8_lossy(text);
    let mut rest = text.trim_start();
    loop {
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!") {
            // A document type may hold definitions in brackets.
            match (rest.find('['), rest.find('>')) {
                (Some(open), Some(close)) if open < close => "]>",
                _ => ">",
            }
        } else {
            break;
        };
        let Some(at) = rest.find(end) else {
            return false;
        };
        rest = rest[at + end.len()..].trim_start();
    }
    let Some(element) = rest.strip_prefix('<') else {
        return false;
    };
    let name = element
        .split(|letter: char| letter.is_whitespace() || letter == '>' || letter == '/')
        .next()
        .unwrap_or_default();
    name == "svg" || name.ends_with(":svg")
}

/// A drawing.
pub(super) struct Drawing(Tree);

impl Drawing {
    /// Reads a drawing.
    ///
    /// # Errors
    /// It is not well-formed, has no size, or is too large or too deeply nested.
    pub(super) fn open(bytes: &[u8], name: &str) -> Result<Self, MediaError> {
        let malformed = |reason: String| MediaError::Malformed {
            name: name.to_owned(),
            wanted: "picture",
            reason,
        };
        let too_large = |reason: &str| MediaError::TooLarge {
            name: name.to_owned(),
            reason: reason.to_owned(),
        };
        if bytes.len() > MOST_BYTES {
            return Err(too_large("a drawing of more than 64 MB is not drawn"));
        }
        let text = String::from_utf8_lossy(bytes);
        let form = roxmltree::ParsingOptions {
            allow_dtd: true,
            nodes_limit: 2_000_000,
            ..roxmltree::ParsingOptions::default()
        };
        let document = roxmltree::Document::parse_with_options(&text, form)
            .map_err(|error| malformed(error.to_string()))?;
        if shapes(&document).is_none_or(|count| count > MOST_SHAPES) {
            return Err(too_large("its shapes are repeated too often to be drawn"));
        }
        let nowhere = ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            // A file or an address.
            resolve_string: Box::new(|_, _| None),
        };
        let options = Options {
            image_href_resolver: nowhere,
            fontdb: if text.contains("<text") || text.contains(":text") {
                FONTS.clone()
            } else {
                Arc::default()
            },
            font_family: "DejaVu Sans".to_owned(),
            ..Options::default()
        };
        let tree = Tree::from_xmltree(&document, &options)
            .map_err(|error| malformed(error.to_string()))?;
        Ok(Self(tree))
    }

    /// How large it says it is, in pixels; as much smaller as a picture has to be.
    pub(super) fn size(&self) -> (u32, u32) {
        let (width, height) = (
            f64::from(self.0.size().width()),
            f64::from(self.0.size().height()),
        );
        let most = (MAX_PIXELS as f64 / (width * height))
            .sqrt()
            .min(65_000.0 / width.max(height));
        let side = |length: f64| (length * most.min(1.0)).round().max(1.0) as u32;
        (side(width), side(height))
    }

    /// Draws it in so many pixels, clear where nothing is.
    pub(super) fn drawn(
        &self,
        (width, height): (u32, u32),
        name: &str,
    ) -> Result<DynamicImage, MediaError> {
        let own = self.0.size();
        let whole = Pixmap::new(width, height)
            .filter(|_| u64::from(width) * u64::from(height) <= MAX_PIXELS);
        let Some(mut pixmap) = whole else {
            return Err(MediaError::TooLarge {
                name: name.to_owned(),
                reason: format!(
                    "{width} x {height} pixels, and pictures of up to {} million pixels can be worked on",
                    MAX_PIXELS / 1_000_000
                ),
            });
        };
        let scale = Transform::from_scale(width as f32 / own.width(), height as f32 / own.height());
        resvg::render(&self.0, scale, &mut pixmap.as_mut());
        let mut pixels = RgbaImage::new(width, height);
        for (pixel, drawn) in pixels.pixels_mut().zip(pixmap.pixels()) {
            let color = drawn.demultiply();
            pixel.0 = [color.red(), color.green(), color.blue(), color.alpha()];
        }
        Ok(pixels.into())
    }
}

/// Returns the number of elements that are drawn, those that `use` repeats counted each time; none
/// if one leads to itself or there are more than can be counted.
fn shapes(document: &roxmltree::Document) -> Option<u64> {
    let by_name: BTreeMap<&str, roxmltree::Node> = document
        .descendants()
        .filter_map(|node| Some((node.attribute("id")?, node)))
        .collect();
    let mut known = BTreeMap::new();
    counted(document.root_element(), &by_name, &mut known, 0)
}

fn counted<'a>(
    node: roxmltree::Node<'a, 'a>,
    by_name: &BTreeMap<&str, roxmltree::Node<'a, 'a>>,
    known: &mut BTreeMap<usize, Option<u64>>,
    depth: usize,
) -> Option<u64> {
    if depth > 256 {
        return None;
    }
    if let Some(count) = known.get(&node.id().get_usize()) {
        return *count;
    }
    // What leads back here is not counted again: it is not drawn again either.
    known.insert(node.id().get_usize(), Some(0));
    let mut sum = 1_u64;
    let hrefs = ["href", "fill", "stroke", "mask", "clip-path", "filter"];
    for attribute in node
        .attributes()
        .filter(|attribute| hrefs.contains(&attribute.name()))
    {
        let target = attribute.value().trim();
        let target = target
            .strip_prefix("url(")
            .map_or(target, |inner| inner.trim_end_matches(')'));
        let found = target
            .trim_matches(['"', '\''])
            .strip_prefix('#')
            .and_then(|name| by_name.get(name));
        if let Some(found) = found {
            sum = sum.checked_add(counted(*found, by_name, known, depth + 1)?)?;
        }
    }
    for child in node.children().filter(roxmltree::Node::is_element) {
        sum = sum.checked_add(counted(child, by_name, known, depth + 1)?)?;
    }
    known.insert(node.id().get_usize(), Some(sum));
    Some(sum)
}
