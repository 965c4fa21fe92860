//! Colours in words.

/// A colour that some pixels have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedColor {
    /// Name that people call it by.
    pub name: &'static str,
    /// Share of the pixels that have it, from 0 to 1.
    pub share: f32,
    /// Their mean.
    pub mean: [u8; 3],
}

/// The colours that make up most of some pixels, most frequent first: at most four, none of less
/// than a twelfth.
pub(crate) fn shares(pixels: &[[u8; 3]]) -> Vec<NamedColor> {
    let mut counts: Vec<(&'static str, u32, [u32; 3])> = Vec::new();
    for &pixel in pixels {
        let name = name(pixel);
        let place = counts
            .iter()
            .position(|(known, ..)| *known == name)
            .unwrap_or_else(|| {
                counts.push((name, 0, [0; 3]));
                counts.len() - 1
            });
        let (_, count, sum) = &mut counts[place];
        *count += 1;
        sum.iter_mut()
            .zip(pixel)
            .for_each(|(sum, component)| *sum += u32::from(component));
    }
    // By name where equally frequent, so that the same image always reads the same.
    counts.sort_by_key(|&(name, count, _)| (std::cmp::Reverse(count), name));
    let least = (pixels.len() as u32 / 12).max(1);
    let most = counts
        .into_iter()
        .take(4)
        .filter(|&(_, count, _)| count >= least);
    most.map(|(name, count, sum)| {
        let mean = sum.map(|sum| ((sum + count / 2) / count) as u8);
        NamedColor {
            name,
            share: count as f32 / pixels.len() as f32,
            mean,
        }
    })
    .collect()
}

/// Name that people call an sRGB colour by.
pub(crate) fn name([r, g, b]: [u8; 3]) -> &'static str {
    let (r, g, b) = (
        f32::from(r) / 255.0,
        f32::from(g) / 255.0,
        f32::from(b) / 255.0,
    );
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let (chroma, lightness) = (most - least, f32::midpoint(most, least));
    if chroma < 0.09 || (most > 0.0 && chroma / most < 0.14) || most < 0.12 {
        return match lightness {
            level if level < 0.12 => "black",
            level if level < 0.35 => "dark grey",
            level if level < 0.68 => "grey",
            level if level < 0.9 => "light grey",
            _ => "white",
        };
    }
    let hue = if r >= g && r >= b {
        60.0 * ((g - b) / chroma).rem_euclid(6.0)
    } else if g >= b {
        60.0 * ((b - r) / chroma + 2.0)
    } else {
        60.0 * ((r - g) / chroma + 4.0)
    };
    name_of_hue(hue, lightness)
}

/// Name that people call a colour by that is not grey: its hue in degrees, its lightness from 0 to
/// 1.
fn name_of_hue(hue: f32, lightness: f32) -> &'static str {
    let (dark, light) = (lightness < 0.28, lightness > 0.74);
    match hue {
        hue if !(14.0..345.0).contains(&hue) => {
            if light {
                "pink"
            } else if dark {
                "dark red"
            } else {
                "red"
            }
        }
        hue if hue < 42.0 => {
            if lightness < 0.45 {
                "brown"
            } else if light {
                "beige"
            } else {
                "orange"
            }
        }
        hue if hue < 68.0 => {
            if lightness < 0.36 {
                "olive"
            } else if light {
                "pale yellow"
            } else {
                "yellow"
            }
        }
        hue if hue < 165.0 => {
            if dark {
                "dark green"
            } else if light {
                "light green"
            } else {
                "green"
            }
        }
        hue if hue < 195.0 => {
            if dark {
                "dark teal"
            } else if light {
                "pale turquoise"
            } else {
                "turquoise"
            }
        }
        hue if hue < 255.0 => {
            if dark {
                "dark blue"
            } else if light {
                "light blue"
            } else {
                "blue"
            }
        }
        hue if hue < 290.0 => {
            if light {
                "lilac"
            } else {
                "purple"
            }
        }
        _ => {
            if light {
                "pink"
            } else {
                "magenta"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_the_names_that_people_use() {
        let cases = [
            ([0, 0, 0], "black"),
            ([255, 255, 255], "white"),
            ([128, 128, 128], "grey"),
            ([220, 20, 20], "red"),
            ([255, 140, 0], "orange"),
            ([120, 72, 30], "brown"),
            ([250, 220, 30], "yellow"),
            ([30, 140, 40], "green"),
            ([20, 60, 200], "blue"),
            ([150, 200, 250], "light blue"),
            ([110, 40, 160], "purple"),
            ([255, 190, 200], "pink"),
        ];
        for (color, expected) in cases {
            assert_eq!(name(color), expected, "{color:?}");
        }
    }

    #[test]
    fn a_palette_leaves_out_specks() {
        let mut pixels = vec![[20, 60, 200]; 600];
        pixels.extend([[250, 250, 250]; 390]);
        pixels.extend([[200, 0, 0]; 10]);
        let names: Vec<&str> = shares(&pixels).iter().map(|share| share.name).collect();
        assert_eq!(names, ["blue", "white"]);
        assert!(shares(&[]).is_empty());
    }
}
