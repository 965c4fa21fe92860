//! Bodies of answers, read only so far.

use reqwest::Response;

use super::link::{Link, reasons};
use super::retry::Failure;

/// The most bytes of an answer that is text or JSON.
pub(super) const MOST_TEXT: usize = 4 << 20;
/// The most bytes of a streamed answer, which wraps a few letters in some hundred bytes.
pub(super) const MOST_STREAM: usize = 64 << 20;
/// The most bytes of pictures and sound, here and there.
pub(super) const MOST_MEDIA: usize = 256 << 20;

/// A whole body of at most `most` bytes.
pub(super) async fn whole(
    link: &Link,
    mut response: Response,
    most: usize,
) -> Result<Vec<u8>, Failure> {
    let too_large = || link.bad(&too_large(most));
    if response
        .content_length()
        .is_some_and(|length| length > most as u64)
    {
        return Err(too_large().into());
    }
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(bytes)) if body.len() + bytes.len() > most => return Err(too_large().into()),
            Ok(Some(bytes)) => body.extend_from_slice(&bytes),
            Ok(None) => return Ok(body),
            Err(error) => {
                let error = link.broken(&reasons(&error.without_url()));
                return Err(Failure::Passing(error, None));
            }
        }
    }
}

/// That an answer is larger than `most` bytes.
pub(super) fn too_large(most: usize) -> String {
    format!("it is larger than {} MB", most >> 20)
}
