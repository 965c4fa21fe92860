//! Names of what can be in images and videos, for classifiers that take their labels as words. The
//! lists' origins and licences are named in `README.md` beside them.

/// The names of a data set's classes, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Labels {
    /// 80 everyday things: COCO 2017.
    Coco,
    /// 1000 things and animals: ImageNet-1k.
    ImageNet,
    /// 400 things that people do: Kinetics-400.
    Kinetics,
}

impl Labels {
    /// The names.
    pub fn names(self) -> Vec<&'static str> {
        let text = match self {
            Self::Coco => include_str!("coco.txt"),
            Self::ImageNet => include_str!("imagenet.txt"),
            Self::Kinetics => include_str!("kinetics.txt"),
        };
        text.lines().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Labels;

    #[test]
    fn the_lists_are_whole() {
        let (coco, imagenet, kinetics) = (
            Labels::Coco.names(),
            Labels::ImageNet.names(),
            Labels::Kinetics.names(),
        );
        assert_eq!(
            (coco.len(), coco[0], coco[79]),
            (80, "person", "toothbrush")
        );
        assert_eq!(
            (imagenet.len(), imagenet[0], imagenet[999]),
            (1000, "tench", "toilet tissue")
        );
        assert_eq!(
            (kinetics.len(), kinetics[0], kinetics[399]),
            (400, "abseiling", "zumba")
        );
        assert!(
            coco.iter()
                .chain(&imagenet)
                .chain(&kinetics)
                .all(|name| name.trim() == *name && !name.is_empty())
        );
    }
}
