//! Gets one file: attempt after attempt, each going on from what the last left, until it is whole
//! and right.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use reqwest::{StatusCode, Url};

use super::error::{DownloadError, Failure};
use super::hub::{Answer, Hub, reasons};
use super::options::Options;
use super::part::{Facts, discard};
use super::progress::Meter;
use super::writing::Writing;
use crate::models::library::{Agreed, Got, Library, LibraryError, digits, part};
use crate::models::registry::FileEntry;

/// An attempt that brought so many bytes was worth it: the count of failures begins anew.
const WORTH: u64 = 1 << 20;
/// A file whose length nobody says is read so far.
const LONGEST_UNSTATED: u64 = 64 << 20;
/// No wait before another attempt is longer.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// One file on its way.
pub(super) struct Transfer<'a> {
    pub(super) hub: &'a Hub<'a>,
    pub(super) options: &'a Options,
    pub(super) library: &'a Library,
    pub(super) file: &'a FileEntry,
    /// Address from which it is asked for.
    pub(super) address: Url,
    /// Path at which it will lie.
    pub(super) path: PathBuf,
    pub(super) meter: &'a RefCell<Meter>,
    /// Its number for the meter.
    pub(super) number: usize,
}

impl Transfer<'_> {
    /// Gets it; what comes lies whole and checked under the part's name.
    pub(super) async fn run(&self) -> Result<Got, DownloadError> {
        let mut failures = 0;
        let mut most = Facts::read(&self.path)?.1;
        loop {
            let error = match self.attempt().await {
                Ok(got) => return Ok(got),
                Err(Failure::Passing(error)) => error,
                Err(Failure::Final(error)) => {
                    if Facts::read(&self.path)?.1 == 0 {
                        discard(&self.path)?;
                    }
                    return Err(error);
                }
            };
            // More than ever before: what is thrown away and comes again must not go on for ever.
            let there = Facts::read(&self.path)?.1;
            if there >= most + WORTH {
                (failures, most) = (0, there);
            }
            if failures == self.options.retries {
                return Err(error);
            }
            let wait = self
                .options
                .first_wait
                .saturating_mul(1 << failures.min(16));
            tokio::time::sleep(wait.min(LONGEST_WAIT)).await;
            failures += 1;
        }
    }

    async fn attempt(&self) -> Result<Got, Failure> {
        let (facts, there) = Facts::read(&self.path)?;
        let mut writing = Writing::open(&self.path)?;
        writing
            .read_on(|bytes| self.meter.borrow_mut().set(self.number, bytes, facts.size))
            .await?;
        if there > 0 && facts.size == Some(there) {
            return Ok(self.judge(writing, &facts)?);
        }
        // Without a tag or a sum nothing would tell whether the rest belongs to what is there.
        let from = if facts.strong_etag().is_some() || self.sum(&facts).is_some() {
            there
        } else {
            0
        };
        let answer = self
            .hub
            .ask(&self.file.path, self.address.clone(), from, &facts)
            .await?;
        let from = self.starts_at(&answer, from, &facts)?;
        let facts = self.facts(&answer)?;
        if from == 0 {
            writing.begin_anew(&self.path)?;
        }
        facts.write(&self.path)?;
        self.library
            .check_space(facts.size.unwrap_or(0).saturating_sub(from))?;
        self.meter.borrow_mut().set(self.number, from, facts.size);
        self.receive(answer, &mut writing, facts.size).await?;
        Ok(self.judge(writing, &facts)?)
    }

    /// The byte at which the answer begins; a failure where it has none.
    fn starts_at(&self, answer: &Answer, from: u64, before: &Facts) -> Result<u64, Failure> {
        let file = || self.file.path.clone();
        let anew = |reason: &str| {
            discard(&self.path)?;
            Err(Failure::Passing(DownloadError::Connection {
                file: file(),
                reason: reason.to_owned(),
            }))
        };
        let status = answer.response.status();
        match status {
            StatusCode::OK => Ok(0),
            StatusCode::PARTIAL_CONTENT => {
                let same = |old: &Option<String>, new: Option<String>| {
                    old.is_none() || new.is_none() || *old == new
                };
                if !same(&before.etag, answer.etag())
                    || !same(&before.sha256, answer.sha256.clone())
                {
                    return anew("the file changed on the server between two attempts");
                }
                match answer.range() {
                    Some((start, _)) if start == from && from > 0 => Ok(from),
                    _ => anew("the server sent another range than was asked for"),
                }
            }
            StatusCode::RANGE_NOT_SATISFIABLE if from > 0 => {
                anew("the server has no bytes where the part ends")
            }
            _ => {
                let address = answer.address.clone();
                let refused = DownloadError::Refused {
                    file: file(),
                    address,
                    status: status.as_u16(),
                    hint: hint(status),
                };
                let passing =
                    status.is_server_error() || matches!(status.as_u16(), 408 | 425 | 429);
                Err(if passing {
                    Failure::Passing(refused)
                } else {
                    Failure::Final(refused)
                })
            }
        }
    }

    /// Returns the answer's facts about the whole file, if they do not contradict what is known.
    fn facts(&self, answer: &Answer) -> Result<Facts, Failure> {
        if let (Some(expected), Some(found)) = (&self.file.sha256, &answer.sha256)
            && expected != found
        {
            let (expected, found) = (expected.clone(), found.clone());
            discard(&self.path)?;
            return Err(DownloadError::Sum {
                file: self.file.path.clone(),
                expected,
                found,
            }
            .into());
        }
        let size = self.file.size.or(answer.size);
        if let (Some(expected), Some(found)) = (size, answer.length())
            && expected != found
        {
            return Err(self.wrong_length(expected, found)?.into());
        }
        Ok(Facts {
            etag: answer.etag(),
            size: size.or(answer.length()),
            sha256: answer.sha256.clone(),
        })
    }

    /// Writes what comes until the answer ends.
    async fn receive(
        &self,
        mut answer: Answer,
        writing: &mut Writing,
        size: Option<u64>,
    ) -> Result<(), Failure> {
        let broken = |reason| {
            Failure::Passing(DownloadError::Connection {
                file: self.file.path.clone(),
                reason,
            })
        };
        let result = loop {
            match tokio::time::timeout(self.options.stall, answer.response.chunk()).await {
                Err(_) => break Err(broken("nothing more came".to_owned())),
                Ok(Err(error)) => {
                    break Err(broken(format!(
                        "the connection broke off: {}",
                        reasons(&error.without_url())
                    )));
                }
                Ok(Ok(None)) => break Ok(()),
                Ok(Ok(Some(bytes))) => {
                    writing.write(&bytes, &part(&self.path))?;
                    self.meter
                        .borrow_mut()
                        .receive(self.number, bytes.len() as u64);
                }
            }
            match size {
                Some(size) if writing.length > size => {
                    return Err(self.wrong_length(size, writing.length)?.into());
                }
                None if writing.length > LONGEST_UNSTATED => {
                    discard(&self.path)?;
                    return Err(DownloadError::Endless {
                        file: self.file.path.clone(),
                        limit: LONGEST_UNSTATED,
                    }
                    .into());
                }
                _ => {}
            }
        };
        match size {
            Some(size) if result.is_ok() && writing.length < size => {
                Err(broken("the connection broke off".to_owned()))
            }
            _ => result,
        }
    }

    /// Compares a whole file with what is known of it.
    fn judge(&self, writing: Writing, facts: &Facts) -> Result<Got, DownloadError> {
        let found = digits(writing.sum);
        match self.sum(facts) {
            Some((expected, _)) if expected != found => {
                discard(&self.path)?;
                let (file, expected) = (self.file.path.clone(), expected.to_owned());
                Err(DownloadError::Sum {
                    file,
                    expected,
                    found,
                })
            }
            known => {
                let agreed = known.map_or(Agreed::Nobody, |(_, agreed)| agreed);
                Ok(Got {
                    size: writing.length,
                    sha256: found,
                    agreed,
                })
            }
        }
    }

    /// The file's sum, and whose word that is.
    fn sum<'b>(&'b self, facts: &'b Facts) -> Option<(&'b str, Agreed)> {
        let registry = self
            .file
            .sha256
            .as_deref()
            .map(|sum| (sum, Agreed::Registry));
        registry.or(facts.sha256.as_deref().map(|sum| (sum, Agreed::Hub)))
    }

    fn wrong_length(&self, expected: u64, found: u64) -> Result<DownloadError, LibraryError> {
        discard(&self.path)?;
        Ok(DownloadError::Length {
            file: self.file.path.clone(),
            expected,
            found,
        })
    }
}

fn hint(status: StatusCode) -> &'static str {
    match status.as_u16() {
        401 | 403 => {
            "The model is private, or its licence has to be accepted first: do that on the hub's page of the model and give \
             its token, or import the files from a folder."
        }
        404 | 410 => {
            "The file is no longer there, or the registry's repository, revision or path has a slip in it."
        }
        429 => "Too much was asked of the server; try again later.",
        500.. => {
            "The server has trouble of its own; try again later, or use another address for models."
        }
        _ => "Try again later, or use another address for models.",
    }
}
