//! Checksums of what is in a file, whatever it says of itself: of each stream as it is packed, and of
//! its frames as they are decoded.

use std::fmt::Write as _;
use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::ffi;
use ffmpeg_next::util::frame;
use ffmpeg_next::{Packet, media};
use sha2::{Digest, Sha256};

use super::Watch;
use super::library;
use super::source::{Source, seconds};
use crate::MediaError;

/// The checksums of one stream, as the ffmpeg program's `streamhash` writes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamChecksum {
    /// Its number in the file, from 0.
    pub stream: usize,
    /// `video`, `audio`, `subtitles` or `data`.
    pub kind: &'static str,
    /// Number of packets.
    pub packets: u64,
    /// The SHA-256 of all its packets, in hexadecimal digits.
    pub packed: String,
    /// Number of decoded frames and the SHA-256 of their pixels; none of what has no frames.
    pub frames: Option<(u64, String)>,
}

/// A stream on its way.
struct Summed {
    kind: &'static str,
    packets: u64,
    packed: Sha256,
    decoder: Option<ffmpeg::decoder::Video>,
    frames: u64,
    pixels: Sha256,
}

/// The checksums of every stream of the file at `path`, in the order of their numbers.
///
/// # Errors
/// The file cannot be read, or is neither video nor audio.
pub fn stream_checksums(
    path: &Path,
    name: &str,
    watch: &Watch,
) -> Result<Vec<StreamChecksum>, MediaError> {
    let mut source = Source::open(path, name, "video")?;
    let length = source.input.duration() as f64 / 1e6;
    let mut streams = Vec::new();
    for stream in source.streams() {
        let kind = match stream.parameters().medium() {
            media::Type::Video => "video",
            media::Type::Audio => "audio",
            media::Type::Subtitle => "subtitles",
            _ => "data",
        };
        let decoder = match kind {
            "video" => source.decoder(stream.index())?.video().ok(),
            _ => None,
        };
        streams.push(Summed {
            kind,
            packets: 0,
            packed: Sha256::new(),
            decoder,
            frames: 0,
            pixels: Sha256::new(),
        });
    }
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        let index = packet.stream();
        let base = source.stream(index)?.time_base();
        let time = packet.dts().map_or(0.0, |ticks| seconds(ticks, base));
        watch.at(time / length.max(0.001))?;
        if let Some(stream) = streams.get_mut(index) {
            stream.take(&packet).map_err(|error| source.failed(error))?;
        }
    }
    let told = streams
        .into_iter()
        .enumerate()
        .map(|(number, stream)| stream.told(number).map_err(|error| source.failed(error)));
    told.collect()
}

impl Summed {
    fn take(&mut self, packet: &Packet) -> Result<(), ffmpeg::Error> {
        self.packets += 1;
        self.packed.update(packet.data().unwrap_or_default());
        let Some(decoder) = &mut self.decoder else {
            return Ok(());
        };
        match decoder.send_packet(packet) {
            Ok(()) | Err(ffmpeg::Error::InvalidData) => self.take_frames(),
            Err(error) => Err(error),
        }
    }

    fn take_frames(&mut self) -> Result<(), ffmpeg::Error> {
        let Some(decoder) = &mut self.decoder else {
            return Ok(());
        };
        let mut image = frame::Video::empty();
        loop {
            match decoder.receive_frame(&mut image) {
                Ok(()) => {
                    self.frames += 1;
                    self.pixels.update(pixels(&image)?);
                }
                Err(ffmpeg::Error::InvalidData) => {}
                Err(ffmpeg::Error::Eof) => return Ok(()),
                Err(error) if library::is_again(error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    fn told(mut self, stream: usize) -> Result<StreamChecksum, ffmpeg::Error> {
        if let Some(decoder) = &mut self.decoder {
            // An error here means that the decoder is at its end already.
            let _ = decoder.send_eof();
            self.take_frames()?;
        }
        let frames = (self.frames > 0).then(|| (self.frames, digits(self.pixels)));
        Ok(StreamChecksum {
            stream,
            kind: self.kind,
            packets: self.packets,
            packed: digits(self.packed),
            frames,
        })
    }
}

/// All pixels of a frame in their own form, row by row and plane by plane, without what is between
/// rows.
fn pixels(image: &frame::Video) -> Result<Vec<u8>, ffmpeg::Error> {
    let (format, width, height) = (image.format().into(), image.width(), image.height());
    let (width, height) = (width as i32, height as i32);
    // SAFETY: the frame holds planes of that form and size, and the buffer as many bytes as libav
    // says they take.
    #[allow(unsafe_code)]
    unsafe {
        let size = ffi::av_image_get_buffer_size(format, width, height, 1);
        let mut bytes = vec![0; usize::try_from(size).map_err(|_| ffmpeg::Error::from(size))?];
        let frame = &*image.as_ptr();
        let written = ffi::av_image_copy_to_buffer(
            bytes.as_mut_ptr(),
            size,
            frame.data.as_ptr().cast(),
            frame.linesize.as_ptr(),
            format,
            width,
            height,
            1,
        );
        match written {
            ..0 => Err(ffmpeg::Error::from(written)),
            _ => Ok(bytes),
        }
    }
}

fn digits(sum: Sha256) -> String {
    let sum = sum.finalize();
    sum.iter().fold(String::new(), |mut digits, byte| {
        // Writing to a text cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use patchbay_test_support::video::make;

    use super::*;

    /// Returns the output of ffmpeg's `streamhash`, by the numbers of streams.
    fn by_ffmpeg(path: &Path, arguments: &[&str]) -> Vec<String> {
        let done = Command::new("ffmpeg")
            .args(["-v", "error", "-i"])
            .arg(path)
            .args(arguments)
            .args(["-f", "streamhash", "-hash", "sha256", "-"])
            .output()
            .unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        let sum = |line: &str| line.rsplit_once('=').map(|(_, sum)| sum.to_owned());
        said.lines().filter_map(sum).collect()
    }

    #[test]
    fn checksums_are_those_of_the_ffmpeg_program() {
        let folder = tempfile::tempdir().unwrap();
        for (name, codec) in [
            ("a.mkv", "-c:v libx264 -pix_fmt yuv420p -c:a aac"),
            ("b.mkv", "-c:v ffv1 -pix_fmt yuv422p10le -c:a pcm_s16le"),
        ] {
            let arguments = format!(
                "-f lavfi -i testsrc2=s=63x47:r=25:d=1 -f lavfi -i sine=d=1 -vf scale=64:48 {codec}"
            );
            let path = make(folder.path(), name, &arguments);
            let sums = stream_checksums(&path, name, &Watch::nobody()).unwrap();
            let packed: Vec<String> = sums.iter().map(|sum| sum.packed.clone()).collect();
            assert_eq!(
                packed,
                by_ffmpeg(&path, &["-map", "0", "-c", "copy"]),
                "{name}"
            );
            let frames = sums[0].frames.clone().unwrap();
            assert_eq!(frames.0, 25);
            assert_eq!([frames.1], *by_ffmpeg(&path, &["-map", "0:v"]), "{name}");
        }
    }
}
