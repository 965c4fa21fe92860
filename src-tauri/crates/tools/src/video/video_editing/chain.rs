//! Adjustments as a chain of libav's filters.

use patchbay_domain::MediaFile;
use patchbay_values::adjustments::{Adjustment, Tone};
use patchbay_values::sizes::{Length, Shape, Size};

use super::table;
use crate::shared::hiding::placed;
use crate::video::shared::graphs::{check_size, even, in_rgb};
use crate::{Context, ToolError};

/// A part of a chain.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// Filters as they are.
    Filters(String),
    /// Tones that stand together: one table of colours.
    Tones(Vec<Tone>),
}

impl Piece {
    /// As filters; a table that they need is written, and added to `tables`.
    pub(super) fn filters(
        self,
        matrix: &str,
        context: &Context,
        tables: &mut Vec<MediaFile>,
    ) -> Result<String, ToolError> {
        match self {
            Self::Filters(filters) => Ok(filters),
            Self::Tones(tones) => {
                let table = table::written(&tones, context)?;
                let filters = in_rgb(matrix, &table::filter(&table));
                tables.push(table);
                Ok(filters)
            }
        }
    }
}

/// Whether an adjustment gives the frames another size.
pub(super) fn changes_size(adjustment: &Adjustment) -> bool {
    match adjustment {
        Adjustment::Rotate(degrees) => quarters(*degrees).is_some_and(|quarters| quarters % 2 == 1),
        Adjustment::Resize(_)
        | Adjustment::Crop(_)
        | Adjustment::Border(..)
        | Adjustment::Pad(..) => true,
        _ => false,
    }
}

/// The chain for adjustments of frames of `size`, with colours by that matrix.
pub(super) fn pieces(
    adjustments: &[Adjustment],
    mut size: (u32, u32),
    matrix: &str,
) -> Result<Vec<Piece>, ToolError> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (number, adjustment) in adjustments.iter().enumerate() {
        let before = size;
        let filters = match adjustment {
            Adjustment::Tone(Tone::Posterise(levels)) => in_rgb(matrix, &posterised(*levels)),
            Adjustment::Tone(tone) => {
                match pieces.last_mut() {
                    Some(Piece::Tones(tones)) => tones.push(*tone),
                    _ => pieces.push(Piece::Tones(vec![*tone])),
                }
                continue;
            }
            Adjustment::Sketch => sketch(number, size),
            Adjustment::Write(_) => {
                return Err(ToolError::Refused(
                    "Words are put on a video by another tool: ask to “show the text ‘Sale’ on the video”."
                        .to_owned(),
                ));
            }
            Adjustment::Rotate(degrees) => turned(*degrees, &mut size),
            Adjustment::FlipHorizontally => "hflip".to_owned(),
            Adjustment::FlipVertically => "vflip".to_owned(),
            Adjustment::Resize(wanted) => resized(*wanted, &mut size)?,
            Adjustment::Crop(shape) => cropped(*shape, &mut size)?,
            Adjustment::Border(width, color) => framed(*width, *color, &mut size, matrix)?,
            Adjustment::Pad(shape, color) => padded(*shape, *color, &mut size, matrix)?,
            Adjustment::Blur(deviation) => blurred(deviation.on(longer(size)), size),
            Adjustment::Sharpen(strength) => sharpened(*strength, size),
            Adjustment::Vignette(strength) => vignette(*strength),
            Adjustment::Grain(strength) => grain(*strength),
            Adjustment::Pixelate(block) => pixelated(block.on(longer(size)), size),
        };
        // Tones change each pixel by itself: there are fewer of them behind what makes frames smaller.
        let at = match pieces.last() {
            Some(Piece::Tones(_)) if size.0 * size.1 < before.0 * before.1 => pieces.len() - 1,
            _ => pieces.len(),
        };
        pieces.insert(at, Piece::Filters(filters));
    }
    for piece in &mut pieces {
        // By this matrix, light alone is what pictures become grey by.
        if matrix == "bt709" && *piece == Piece::Tones(vec![Tone::Monochrome]) {
            *piece = Piece::Filters("hue=s=0".to_owned());
        }
    }
    Ok(pieces)
}

fn longer((width, height): (u32, u32)) -> u32 {
    width.max(height)
}

/// So few levels in each component.
fn posterised(levels: u8) -> String {
    let steps = f64::from(levels.max(2) - 1);
    let level = format!("'round(val/maxval*{steps})*maxval/{steps}+0.5'");
    format!("lutrgb=r={level}:g={level}:b={level}")
}

/// Pencil on white paper: each frame in grey, divided by its own blurred copy, and pressed harder. `number` tells its
/// links from those of others.
fn sketch(number: usize, size: (u32, u32)) -> String {
    let deviation = (longer(size) as f32 / 160.0).max(2.0);
    format!(
        "hue=s=0,split[drawn{number}][soft{number}];[soft{number}]negate=components=y,gblur=sigma={deviation:.2}:steps=3:planes=1[paper{number}];\
         [drawn{number}][paper{number}]blend=c0_mode=dodge,lutyuv=y='16+219*pow(clip((val-16)/219,0,1),4)'"
    )
}

/// The number of quarter turns clockwise, from 0 to 3, where it is one.
fn quarters(degrees: f32) -> Option<u32> {
    let quarters = (degrees.rem_euclid(360.0) / 90.0).round();
    ((degrees.rem_euclid(360.0) - 90.0 * quarters).abs() < 0.01).then_some(quarters as u32 % 4)
}

/// Turned clockwise; by other angles than quarters with black corners, the size kept.
fn turned(degrees: f32, size: &mut (u32, u32)) -> String {
    let sideways = match quarters(degrees) {
        Some(0) => return "null".to_owned(),
        Some(2) => return "hflip,vflip".to_owned(),
        Some(1) => "transpose=clock",
        Some(_) => "transpose=cclock",
        None => return format!("rotate={:.6}:fillcolor=black", degrees.to_radians()),
    };
    *size = (size.1, size.0);
    sideways.to_owned()
}

fn resized(wanted: Size, size: &mut (u32, u32)) -> Result<String, ToolError> {
    let (width, height) = (f64::from(size.0), f64::from(size.1));
    let scale = match wanted {
        Size::Width(wanted) => f64::from(wanted) / width,
        Size::Height(wanted) => f64::from(wanted) / height,
        Size::Longer(wanted) => f64::from(wanted) / width.max(height),
        Size::Within(across, down) => (f64::from(across) / width).min(f64::from(down) / height),
        Size::Times(factor) => f64::from(factor),
    };
    check_size(width * scale, height * scale)?;
    *size = (even(width * scale), even(height * scale));
    Ok(format!(
        "scale={}:{}:flags=lanczos+accurate_rnd",
        size.0, size.1
    ))
}

/// Cut to a shape around the middle, or to a region: on even pixels, as colours lie.
fn cropped(shape: Shape, size: &mut (u32, u32)) -> Result<String, ToolError> {
    let (width, height) = (f64::from(size.0), f64::from(size.1));
    let (across, down) = match shape {
        Shape::Pixels(across, down) => (f64::from(across).min(width), f64::from(down).min(height)),
        Shape::Aspect(aspect) => {
            let aspect = f64::from(aspect);
            (width.min(height * aspect), height.min(width / aspect))
        }
        Shape::Region(region) => {
            let found = placed(region, *size)?;
            *size = [found.width, found.height]
                .map(|side| (side & !1).max(2))
                .into();
            return Ok(format!(
                "crop={}:{}:{}:{}",
                size.0,
                size.1,
                found.left & !1,
                found.top & !1
            ));
        }
    };
    *size = (even(across), even(down));
    Ok(format!("crop={}:{}", size.0, size.1))
}

/// A frame around, outside of what was there.
fn framed(
    border: Length,
    color: [u8; 3],
    size: &mut (u32, u32),
    matrix: &str,
) -> Result<String, ToolError> {
    let border = even(f64::from(border.on(size.0.min(size.1))));
    let sides = [size.0, size.1].map(|side| side + 2 * border);
    check_size(f64::from(sides[0]), f64::from(sides[1]))?;
    *size = (sides[0], sides[1]);
    Ok(on_canvas(*size, color, matrix))
}

/// In the middle of a canvas of one colour, nothing cut off; of a canvas of so many pixels, as large as fits.
fn padded(
    shape: Shape,
    color: [u8; 3],
    size: &mut (u32, u32),
    matrix: &str,
) -> Result<String, ToolError> {
    let (width, height) = (f64::from(size.0), f64::from(size.1));
    let (across, down, fitted) = match shape {
        Shape::Pixels(across, down) => {
            let fitted = resized(Size::Within(across, down), size)?;
            (f64::from(across), f64::from(down), format!("{fitted},"))
        }
        Shape::Aspect(aspect) => {
            let aspect = f64::from(aspect);
            (
                width.max(height * aspect),
                height.max(width / aspect),
                String::new(),
            )
        }
        Shape::Region(_) => {
            return Err(ToolError::Refused(
                "A canvas has a size or shape, such as 1:1 or 800x600.".to_owned(),
            ));
        }
    };
    check_size(across, down)?;
    *size = (even(across).max(size.0), even(down).max(size.1));
    Ok(format!("{fitted}{}", on_canvas(*size, color, matrix)))
}

/// In the middle of a canvas of one colour; on even pixels, as colours lie.
fn on_canvas((width, height): (u32, u32), color: [u8; 3], matrix: &str) -> String {
    let [red, green, blue] = color;
    let middle = |side: &str| format!("trunc((o{side}-i{side})/4)*2");
    let pad = format!(
        "pad={width}:{height}:{}:{}:color=0x{red:02x}{green:02x}{blue:02x}",
        middle("w"),
        middle("h")
    );
    if red == green && green == blue {
        pad
    } else {
        in_rgb(matrix, &pad)
    }
}

/// Blurred by a Gaussian; the planes of colour are half as large.
fn blurred(deviation: f32, size: (u32, u32)) -> String {
    let deviation = deviation.clamp(0.3, longer(size).min(1024) as f32);
    format!(
        "gblur=sigma={deviation:.3}:steps=3:planes=1,gblur=sigma={:.3}:steps=3:planes=6",
        deviation / 2.0
    )
}

/// Light sharpened by what a slight blur would take away.
fn sharpened(strength: f32, size: (u32, u32)) -> String {
    let deviation = (longer(size) as f32 / 1500.0).clamp(0.8, 1.7);
    // The filter blurs by (1, 2, 1) so many times, which has twice its deviation's square.
    let times = (2.0 * deviation * deviation).round().clamp(1.0, 6.0);
    let side = 2.0 * times + 1.0;
    format!(
        "unsharp=lx={side}:ly={side}:la={:.3}:ca=0",
        strength.clamp(0.0, 5.0)
    )
}

/// Darkened towards the corners, there by `strength`: the filter's light falls with the fourth
/// power of a cosine.
fn vignette(strength: f32) -> String {
    let light = (1.0 - strength.clamp(0.0, 0.999)).powf(0.25);
    format!("vignette=angle={:.4}:dither=0", light.acos())
}

/// Film grain in the light alone, another in each frame. The filter's deviation is its strength divided by the root of
/// three, in levels of 8 bits.
fn grain(strength: f32) -> String {
    let strength = (0.2 * 255.0 * 3_f32.sqrt() * strength)
        .round()
        .clamp(0.0, 100.0);
    format!("noise=c0_strength={strength}:c0_flags=t:c0_seed=1")
}

/// Square blocks of one colour.
fn pixelated(block: f32, (width, height): (u32, u32)) -> String {
    let block = block.round().clamp(2.0, longer((width, height)) as f32);
    let side = |length: u32| (length as f32 / block).round().max(1.0);
    // There are as many blocks of colour as of light.
    format!(
        "scale={}:{}:flags=area,format=yuv444p,scale={width}:{height}:flags=neighbor,format=yuv420p",
        side(width),
        side(height)
    )
}
