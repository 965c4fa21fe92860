//! Going to a place of a file from which its video can be decoded.

use std::fs::File;

use ffmpeg_next::Packet;

use super::source::{self, Source, seconds};
use crate::MediaError;

/// The containers whose packets are found by their times alone, without an index of key frames.
const UNINDEXED: [&str; 2] = ["mpegts", "mpeg"];
/// Times within so many seconds are the same.
const SAME: f64 = 1e-3;

impl Source {
    /// Goes to the last place at or before `position` seconds of the video from which it can be
    /// decoded.
    pub(super) fn seek(&mut self, position: f64) -> Result<(), MediaError> {
        if let Some((_, clock)) = &mut self.restarts {
            // Its timestamps do not say where a place lies: it is read from its start.
            clock.reset();
            let input = File::open(&self.path).map_err(|error| MediaError::Unreadable {
                name: self.name.clone(),
                reason: error.to_string(),
            })?;
            self.input = source::input(input).map_err(|error| self.failed(error))?;
            return Ok(());
        }
        // Containers without an index go to any packet: from there, a key frame may lie behind the place.
        let is_indexed = !UNINDEXED.iter().any(|name| self.is_container(name));
        let mut back = 0.0;
        loop {
            self.go_to(position - back)?;
            if is_indexed || back > position || self.begins_before(position)? {
                return self.go_to(position - back);
            }
            back = (back * 2.0).max(1.0);
        }
    }

    /// Goes to about `position` seconds of the video, and not behind it where the container can.
    fn go_to(&mut self, position: f64) -> Result<(), MediaError> {
        let ticks = ((position + self.begins()) * 1e6) as i64;
        // Some containers cannot go to a place before their first key frame: then anywhere near
        // will do.
        self.input
            .seek(ticks, ..ticks)
            .or_else(|_| self.input.seek(ticks, ..))
            .map_err(|error| self.failed(error))
    }

    /// Whether the next key frame of the video is at `position` seconds of it or before; so it is where there is
    /// no video.
    fn begins_before(&mut self, position: f64) -> Result<bool, MediaError> {
        let Some((video, base)) = self.video().map(|one| (one.index(), one.time_base())) else {
            return Ok(true);
        };
        let latest = position + self.begins() + SAME;
        let mut packet = Packet::empty();
        while self.read(&mut packet)? {
            if packet.stream() == video
                && packet.is_key()
                && let Some(time) = packet.pts().or(packet.dts())
            {
                return Ok(seconds(time, base) <= latest);
            }
        }
        Ok(false)
    }
}
