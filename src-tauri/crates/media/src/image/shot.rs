//! How an image was taken, as its camera wrote it down (EXIF 2.32).

use exif::{DateTime, Exif, Field, In, Reader, Tag, Value};

use super::Metadata;

/// Camera's record of an image. Texts are for people, without control characters.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shot {
    /// When it was taken, by the camera's clock: `14 March 2024, 15:09`.
    pub taken: Option<String>,
    /// Maker and model.
    pub camera: Option<String>,
    /// The lens.
    pub lens: Option<String>,
    /// How long it was exposed: `1/250 s`.
    pub exposure: Option<String>,
    /// How far the aperture was open: `f/2.8`.
    pub aperture: Option<String>,
    /// The sensitivity, ISO.
    pub sensitivity: Option<u32>,
    /// The focal length: `50 mm`.
    pub focal_length: Option<String>,
    /// Whether the flash fired.
    pub flash: Option<bool>,
    /// Place: degrees north and degrees east.
    pub place: Option<(f64, f64)>,
    /// Who took it.
    pub author: Option<String>,
    /// Whose rights are noted.
    pub copyright: Option<String>,
    /// Program that it was edited with.
    pub software: Option<String>,
}

impl Metadata {
    /// Returns the camera's record; empty if it wrote nothing, or what it wrote is broken.
    pub fn shot(&self) -> Shot {
        let Some(block) = self.exif.clone() else {
            return Shot::default();
        };
        let mut reader = Reader::new();
        let read = reader.continue_on_error(true).read_raw(block);
        let Ok(exif) = read.or_else(|error| error.distill_partial_result(|_| {})) else {
            return Shot::default();
        };
        let dates = [Tag::DateTimeOriginal, Tag::DateTimeDigitized, Tag::DateTime];
        let shown =
            |tag| field(&exif, tag).map(|field| field.display_value().with_unit(&exif).to_string());
        Shot {
            taken: dates.into_iter().find_map(|tag| date(field(&exif, tag)?)),
            camera: camera(text(&exif, Tag::Make), text(&exif, Tag::Model)),
            lens: text(&exif, Tag::LensModel),
            exposure: field(&exif, Tag::ExposureTime).and_then(|field| exposure(number(field)?)),
            aperture: shown(Tag::FNumber)
                .filter(|shown| shown.chars().any(|c| ('1'..='9').contains(&c))),
            sensitivity: field(&exif, Tag::PhotographicSensitivity)
                .and_then(|field| field.value.get_uint(0))
                .filter(|sensitivity| *sensitivity > 0),
            focal_length: field(&exif, Tag::FocalLength)
                .and_then(number)
                .filter(|length| (0.1..10_000.0).contains(length))
                .map(|length| format!("{} mm", (length * 10.0).round() / 10.0)),
            flash: field(&exif, Tag::Flash)
                .and_then(|field| field.value.get_uint(0))
                .map(|bits| bits & 1 == 1),
            place: place(&exif),
            author: text(&exif, Tag::Artist),
            copyright: text(&exif, Tag::Copyright),
            software: text(&exif, Tag::Software),
        }
    }
}

fn field(exif: &Exif, tag: Tag) -> Option<&Field> {
    exif.get_field(tag, In::PRIMARY)
}

/// A text of at most 200 letters, on one line; none where it says nothing.
fn text(exif: &Exif, tag: Tag) -> Option<String> {
    let Value::Ascii(parts) = &field(exif, tag)?.value else {
        return None;
    };
    let text = String::from_utf8_lossy(parts.first()?).replace(|c: char| c.is_control(), " ");
    let text: String = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(200)
        .collect();
    (!text.is_empty()).then_some(text)
}

fn number(field: &Field) -> Option<f64> {
    match &field.value {
        Value::Rational(values) => values.first().map(exif::Rational::to_f64),
        Value::SRational(values) => values.first().map(exif::SRational::to_f64),
        other => other.get_uint(0).map(f64::from),
    }
    .filter(|value| value.is_finite())
}

/// `Canon EOS R5` of `Canon` and `Canon EOS R5`: models often begin with their maker.
fn camera(make: Option<String>, model: Option<String>) -> Option<String> {
    let (Some(make), Some(model)) = (&make, &model) else {
        return model.or(make);
    };
    let maker = make.split(' ').next().unwrap_or_default().to_lowercase();
    Some(if model.to_lowercase().starts_with(&maker) {
        model.clone()
    } else {
        format!("{make} {model}")
    })
}

fn date(field: &Field) -> Option<String> {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let Value::Ascii(parts) = &field.value else {
        return None;
    };
    let date = DateTime::from_ascii(parts.first()?).ok()?;
    let month = MONTHS.get(usize::from(date.month).checked_sub(1)?)?;
    let valid = (1..=31).contains(&date.day) && date.year > 0 && date.hour < 24 && date.minute < 60;
    valid.then(|| {
        format!(
            "{} {month} {}, {}:{:02}",
            date.day, date.year, date.hour, date.minute
        )
    })
}

fn exposure(seconds: f64) -> Option<String> {
    match seconds {
        seconds if !(1e-6..=1e5).contains(&seconds) => None,
        seconds if seconds < 0.4 => Some(format!("1/{:.0} s", 1.0 / seconds)),
        seconds => Some(format!("{} s", (seconds * 10.0).round() / 10.0)),
    }
}

fn place(exif: &Exif) -> Option<(f64, f64)> {
    let degrees = |tag, hemisphere, negative: &str| {
        let Value::Rational(parts) = &field(exif, tag)?.value else {
            return None;
        };
        let sum: f64 = parts
            .iter()
            .zip([1.0, 60.0, 3600.0])
            .map(|(part, unit)| part.to_f64() / unit)
            .sum();
        Some(if text(exif, hemisphere).as_deref() == Some(negative) {
            -sum
        } else {
            sum
        })
    };
    let north = degrees(Tag::GPSLatitude, Tag::GPSLatitudeRef, "S")?;
    let east = degrees(Tag::GPSLongitude, Tag::GPSLongitudeRef, "W")?;
    let given = (north, east) != (0.0, 0.0) && north.abs() <= 90.0 && east.abs() <= 180.0;
    given.then_some((north, east))
}

#[cfg(test)]
mod tests {
    use exif::Rational;
    use exif::experimental::Writer;

    use super::*;

    fn metadata(fields: &[(Tag, Value)]) -> Metadata {
        let fields: Vec<Field> = fields
            .iter()
            .map(|(tag, value)| Field {
                tag: *tag,
                ifd_num: In::PRIMARY,
                value: value.clone(),
            })
            .collect();
        let mut writer = Writer::new();
        for field in &fields {
            writer.push_field(field);
        }
        let mut block = std::io::Cursor::new(Vec::new());
        writer.write(&mut block, false).unwrap();
        Metadata {
            exif: Some(block.into_inner()),
            ..Metadata::default()
        }
    }

    fn ascii(text: &str) -> Value {
        Value::Ascii(vec![text.as_bytes().to_vec()])
    }

    fn ratios(values: &[(u32, u32)]) -> Value {
        Value::Rational(
            values
                .iter()
                .map(|&(num, denom)| Rational { num, denom })
                .collect(),
        )
    }

    #[test]
    fn a_camera_is_read_as_people_say_it() {
        let shot = metadata(&[
            (Tag::DateTimeOriginal, ascii("2024:03:14 15:09:26")),
            (Tag::Make, ascii("Canon")),
            (Tag::Model, ascii("Canon EOS R5\u{7}")),
            (Tag::ExposureTime, ratios(&[(1, 250)])),
            (Tag::FNumber, ratios(&[(28, 10)])),
            (Tag::PhotographicSensitivity, Value::Short(vec![400])),
            (Tag::FocalLength, ratios(&[(50, 1)])),
            (Tag::Flash, Value::Short(vec![16])),
            (Tag::GPSLatitudeRef, ascii("S")),
            (Tag::GPSLatitude, ratios(&[(33, 1), (51, 1), (30, 1)])),
            (Tag::GPSLongitudeRef, ascii("E")),
            (Tag::GPSLongitude, ratios(&[(151, 1), (12, 1), (0, 1)])),
        ])
        .shot();
        let (north, east) = shot.place.unwrap();
        assert!((north + 33.858_33).abs() < 1e-4 && (east - 151.2).abs() < 1e-4);
        let text = |value: &str| Some(value.to_owned());
        let expected = Shot {
            taken: text("14 March 2024, 15:09"),
            camera: text("Canon EOS R5"),
            exposure: text("1/250 s"),
            aperture: text("f/2.8"),
            sensitivity: Some(400),
            focal_length: text("50 mm"),
            flash: Some(false),
            place: shot.place,
            ..Shot::default()
        };
        assert_eq!(shot, expected);
    }

    #[test]
    fn nonsense_says_nothing() {
        let shot = metadata(&[
            (Tag::DateTimeOriginal, ascii("0000:00:00 00:00:00")),
            (Tag::Model, ascii("  ")),
            (Tag::ExposureTime, ratios(&[(1, 0)])),
            (Tag::GPSLatitude, ratios(&[(1, 0), (0, 0)])),
        ])
        .shot();
        assert_eq!(shot, Shot::default());
        for length in 0..60 {
            let whole = metadata(&[(Tag::Model, ascii("Box Brownie"))])
                .exif
                .unwrap();
            let cut = whole[..length.min(whole.len())].to_vec();
            let _ = Metadata {
                exif: Some(cut),
                ..Metadata::default()
            }
            .shot();
        }
    }
}
