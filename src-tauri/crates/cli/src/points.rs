//! `--points park.png:120,80,+`.

use std::str::FromStr;

use patchbay_domain::Point;

/// A point clicked on an image.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Clicked {
    /// The image's file name.
    pub(crate) name: String,
    /// Place in pixels of the upright image.
    pub(crate) point: Point,
}

impl FromStr for Clicked {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        let form =
            || format!("“{words}” is not of the form NAME:x,y,+ (or - for what is not meant)");
        let (name, numbers) = words.rsplit_once(':').ok_or_else(form)?;
        let parts: Vec<&str> = numbers.split(',').map(str::trim).collect();
        let [x, y, sign] = parts.as_slice() else {
            return Err(form());
        };
        let pixels = |text: &str| text.parse::<f32>().ok().filter(|pixels| pixels.is_finite());
        let include = match *sign {
            "+" => true,
            "-" => false,
            _ => return Err(form()),
        };
        match (pixels(x), pixels(y)) {
            (Some(x), Some(y)) if !name.is_empty() => Ok(Self {
                name: name.to_owned(),
                point: Point { x, y, include },
            }),
            _ => Err(form()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read() {
        let clicked: Clicked = "a:b.png:120,80.5,-".parse().unwrap();
        assert_eq!(
            clicked,
            Clicked {
                name: "a:b.png".into(),
                point: Point {
                    x: 120.0,
                    y: 80.5,
                    include: false
                }
            }
        );
        for wrong in [
            "",
            "a.png",
            "a.png:1,2",
            "a.png:1,2,*",
            "a.png:x,2,+",
            ":1,2,+",
            "a.png:nan,2,+",
        ] {
            assert!(wrong.parse::<Clicked>().is_err(), "{wrong}");
        }
    }
}
