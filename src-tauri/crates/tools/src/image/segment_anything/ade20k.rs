//! The colours that `ControlNet` expects of what a segmentation map shows: those of the classes of
//! `ADE20K` (Zhou et al. 2017, "Scene Parsing through `ADE20K` Dataset") in its usual palette, by
//! the names that COCO's panoptic classes have (Kirillov et al. 2019, "Panoptic Segmentation").

use image::GrayImage;

/// A class's colour and the names of COCO for what belongs to it, without what they carry behind a
/// hyphen. What ADE20K has no class for (snow, a train, a kite) is not here.
const CLASSES: [([u8; 3], &[&str]); 60] = [
    ([120, 120, 120], &["wall"]),
    ([180, 120, 120], &["building", "roof"]),
    ([6, 230, 230], &["sky"]),
    ([80, 50, 50], &["floor"]),
    ([4, 200, 3], &["tree"]),
    ([120, 120, 80], &["ceiling"]),
    ([140, 140, 140], &["road"]),
    ([204, 5, 255], &["bed"]),
    ([230, 230, 230], &["window"]),
    ([4, 250, 7], &["grass"]),
    ([224, 5, 255], &["cabinet"]),
    ([235, 255, 7], &["pavement"]),
    ([150, 5, 61], &["person"]),
    ([120, 120, 70], &["dirt", "gravel"]),
    ([8, 255, 51], &["door"]),
    ([255, 6, 82], &["table", "dining table"]),
    ([143, 255, 140], &["mountain"]),
    ([204, 255, 4], &["potted plant"]),
    ([255, 51, 7], &["curtain"]),
    ([204, 70, 3], &["chair"]),
    ([0, 102, 200], &["car"]),
    ([61, 230, 250], &["water"]),
    ([11, 102, 255], &["couch"]),
    ([255, 7, 71], &["shelf"]),
    ([255, 9, 224], &["house"]),
    ([9, 7, 230], &["sea"]),
    ([220, 220, 220], &["mirror"]),
    ([255, 9, 92], &["rug"]),
    ([112, 9, 255], &["playingfield"]),
    ([255, 184, 6], &["fence"]),
    ([255, 41, 10], &["rock"]),
    ([0, 255, 20], &["cardboard"]),
    ([255, 5, 153], &["stop sign"]),
    ([235, 12, 255], &["counter"]),
    ([160, 150, 20], &["sand"]),
    ([0, 163, 255], &["sink"]),
    ([20, 255, 0], &["refrigerator"]),
    ([255, 224, 0], &["stairs"]),
    ([0, 235, 255], &["pillow"]),
    ([11, 200, 200], &["river"]),
    ([255, 82, 0], &["bridge"]),
    ([0, 61, 255], &["window-blind"]),
    ([0, 255, 133], &["toilet"]),
    ([255, 0, 0], &["flower"]),
    ([255, 163, 0], &["book"]),
    ([194, 255, 0], &["bench"]),
    ([0, 255, 173], &["laptop"]),
    ([173, 255, 0], &["boat"]),
    ([255, 0, 245], &["bus"]),
    ([255, 0, 102], &["towel"]),
    ([255, 173, 0], &["light"]),
    ([255, 0, 20], &["truck"]),
    ([0, 255, 194], &["tv"]),
    ([0, 255, 82], &["airplane"]),
    ([0, 112, 255], &["tie"]),
    ([0, 255, 10], &["bottle"]),
    ([112, 224, 255], &["tent"]),
    ([70, 184, 160], &["backpack", "handbag", "suitcase"]),
    ([163, 0, 255], &["motorcycle"]),
    ([71, 255, 0], &["oven"]),
];

/// More of the same: what has several names.
const MORE: [([u8; 3], &[&str]); 10] = [
    ([255, 0, 163], &["sports ball"]),
    (
        [255, 204, 0],
        &[
            "food", "fruit", "banana", "apple", "sandwich", "orange", "broccoli", "carrot",
            "hot dog", "pizza", "donut", "cake",
        ],
    ),
    ([255, 0, 235], &["microwave"]),
    (
        [255, 0, 122],
        &[
            "bird", "cat", "dog", "horse", "sheep", "cow", "elephant", "bear", "zebra", "giraffe",
        ],
    ),
    ([255, 245, 0], &["bicycle"]),
    ([20, 0, 255], &["blanket"]),
    ([0, 255, 204], &["vase"]),
    ([41, 0, 255], &["traffic light"]),
    ([25, 194, 194], &["wine glass", "cup"]),
    ([102, 255, 0], &["clock"]),
];

/// The colour of what has a name, sRGB; none where ADE20K has no class for it.
pub(super) fn color(name: &str) -> Option<[u8; 3]> {
    let named = |name: &str| {
        let mut all = CLASSES.iter().chain(&MORE);
        all.find(|(_, names)| names.contains(&name))
            .map(|(color, _)| *color)
    };
    // COCO says “wall-brick” and “sky-other-merged”.
    named(name).or_else(|| named(name.split('-').next().unwrap_or_default()))
}

/// The colour of what most of a mask lies on; none where half of it lies on nothing that has one.
/// Masks have one size and are white where something is.
pub(super) fn below(mask: &GrayImage, colored: &[(GrayImage, Option<[u8; 3]>)]) -> Option<[u8; 3]> {
    let is_in = |value: &u8| *value > 127;
    let all = mask.iter().filter(|value| is_in(value)).count();
    let common = |other: &GrayImage| {
        mask.iter()
            .zip(other.iter())
            .filter(|(a, b)| is_in(a) && is_in(b))
            .count()
    };
    let (count, color) = colored
        .iter()
        .map(|(other, color)| (common(other), *color))
        .max_by_key(|(count, _)| *count)?;
    color.filter(|_| 2 * count > all)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use image::Luma;

    use super::*;

    #[test]
    fn names_are_found_whatever_stands_behind_them() {
        assert_eq!(color("sky-other-merged"), Some([6, 230, 230]));
        assert_eq!(color("wall-brick"), color("wall-other-merged"));
        assert_eq!(color("window-blind"), Some([0, 61, 255]));
        assert_eq!(color("window-other"), Some([230, 230, 230]));
        assert_eq!(color("snow"), None);
        assert_eq!(color(""), None);
    }

    #[test]
    fn no_colour_and_no_name_stands_twice() {
        let all = || CLASSES.iter().chain(&MORE);
        assert_eq!(
            all().map(|(color, _)| color).collect::<BTreeSet<_>>().len(),
            all().count()
        );
        let names = all().flat_map(|(_, names)| names.iter());
        assert_eq!(names.clone().collect::<BTreeSet<_>>().len(), names.count());
    }

    #[test]
    fn a_part_has_the_colour_of_what_it_lies_on() {
        let mask = |from: u32, to: u32| {
            GrayImage::from_fn(100, 4, |x, _| {
                Luma([if (from..to).contains(&x) { 255 } else { 0 }])
            })
        };
        let colored = [
            (mask(0, 40), Some([1; 3])),
            (mask(40, 60), None),
            (mask(60, 100), Some([2; 3])),
        ];
        assert_eq!(below(&mask(10, 20), &colored), Some([1; 3]));
        assert_eq!(below(&mask(55, 90), &colored), Some([2; 3]));
        assert_eq!(below(&mask(35, 65), &colored), None);
        assert_eq!(below(&mask(10, 20), &[]), None);
    }
}
