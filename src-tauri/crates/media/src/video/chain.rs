//! Changes to audio on its way into another file: a part of it, and filters.

/// Changes to audio on its way into another file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chain {
    /// Filters of libav's, such as `pan=mono|c0=c2`; empty for none.
    pub filters: String,
    /// Number of channels that come out of them; none: as many as went in.
    pub channels: Option<u16>,
    /// The part that is taken, as its start and end in seconds; none: all of it.
    pub span: Option<(f64, f64)>,
}

impl Chain {
    /// One of the channels alone, by its place from 0.
    pub fn channel(place: usize) -> Self {
        Self {
            filters: format!("pan=mono|c0=c{place}"),
            channels: Some(1),
            span: None,
        }
    }

    /// One channel of two whose polarity is opposite: the second turned over, so that they do not cancel out.
    pub fn in_phase() -> Self {
        Self {
            filters: "pan=mono|c0=0.5*c0-0.5*c1".to_owned(),
            channels: Some(1),
            span: None,
        }
    }

    /// Filters that keep the number of channels.
    pub fn of(filters: String) -> Self {
        Self {
            filters,
            ..Self::default()
        }
    }

    /// A part from one second to another.
    pub fn part(start: f64, end: f64) -> Self {
        Self {
            span: Some((start, end)),
            ..Self::default()
        }
    }

    /// The same with the part cut out by a filter, of audio that begins so many seconds on its file's clock.
    pub(super) fn cutting(&self, begins: f64) -> Self {
        let Some((start, end)) = self.span else {
            return self.clone();
        };
        let (start, end) = (start + begins, end + begins);
        let cut = format!("atrim=start={start:.9}:end={end:.9},asetpts=PTS-STARTPTS");
        let filters = [cut, self.filters.clone()];
        let filters = filters.into_iter().filter(|filter| !filter.is_empty());
        Self {
            filters: filters.collect::<Vec<_>>().join(","),
            ..self.clone()
        }
    }
}
