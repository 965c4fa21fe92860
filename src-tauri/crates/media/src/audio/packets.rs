//! The packets of an audio track, as many as there are: a header that counts too few of them does
//! not end it.

use std::collections::VecDeque;

use symphonia::core::errors::Error;
use symphonia::core::formats::FormatReader;
use symphonia::core::packet::Packet;
use symphonia::core::units::Duration;

/// More packets than this that lie beyond the length of the header are no padding: parts of an MP3
/// that were put together, or a Xing header of one part.
const MOST_PADDING: usize = 4;

/// Reads one track's packets in order.
pub(super) struct Packets {
    format: Box<dyn FormatReader>,
    track: u32,
    /// Packets that are cut at their ends, until it is known whether more than padding lies there.
    held: VecDeque<Packet>,
    /// Whether the held packets can go.
    released: bool,
    /// Whether the header counts too few.
    is_longer: bool,
    end: Option<Result<(), Error>>,
}

impl Packets {
    /// The packets of a track.
    pub(super) fn new(format: Box<dyn FormatReader>, track: u32) -> Self {
        Self {
            format,
            track,
            held: VecDeque::new(),
            released: false,
            is_longer: false,
            end: None,
        }
    }

    /// The next packet; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<Packet>, Error> {
        loop {
            if self.released || self.end.is_some() {
                if let Some(packet) = self.held.pop_front() {
                    return Ok(Some(packet));
                }
                self.released = false;
                if let Some(end) = self.end.take() {
                    return end.map(|()| None);
                }
            }
            match self.format.next_packet() {
                Ok(Some(packet)) if packet.track_id != self.track => {}
                Ok(Some(packet)) => self.take(packet),
                Ok(None) => self.end = Some(Ok(())),
                Err(error) => self.end = Some(Err(error)),
            }
        }
    }

    fn take(&mut self, packet: Packet) {
        let is_cut = packet.trim_end > Duration::ZERO;
        self.held.push_back(packet);
        self.is_longer |= self.held.len() > MOST_PADDING;
        self.released = self.is_longer || !is_cut;
        if self.is_longer {
            self.held
                .iter_mut()
                .for_each(|packet| packet.trim_end = Duration::ZERO);
        }
    }
}
