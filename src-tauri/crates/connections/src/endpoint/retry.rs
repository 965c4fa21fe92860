//! Trying again what may pass: doubling waits, and the wait that a server asks for.

use std::time::Duration;

use super::{Endpoint, EndpointError, Limits};

/// No wait is longer. A server that wants a longer one is not tried again.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Why one attempt failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// Another attempt would fail as well.
    Final(EndpointError),
    /// Another attempt may succeed, after so long where the server says so.
    Passing(EndpointError, Option<Duration>),
}

impl From<EndpointError> for Failure {
    fn from(error: EndpointError) -> Self {
        Self::Final(error)
    }
}

/// Tries until an attempt succeeds, fails for good, or the retries are used up. Each attempt has the
/// endpoint's time limit.
pub(super) async fn with_retries<T, F>(
    endpoint: &Endpoint,
    attempt: impl Fn() -> F,
) -> Result<T, EndpointError>
where
    F: Future<Output = Result<T, Failure>>,
{
    let limits = endpoint.limits;
    let limit = Duration::from_millis(limits.answer_ms);
    let mut failures = 0;
    loop {
        let (error, wait) = match tokio::time::timeout(limit, attempt()).await {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(Failure::Final(error))) => return Err(error),
            Ok(Err(Failure::Passing(error, wait))) => (error, wait),
            Err(_) => {
                return Err(EndpointError::TimedOut {
                    name: endpoint.name.clone(),
                    seconds: limits.answer_ms.div_ceil(1000),
                });
            }
        };
        let wait = wait.unwrap_or_else(|| own_wait(&limits, failures));
        if failures == limits.retries || wait > LONGEST_WAIT {
            return Err(error);
        }
        tokio::time::sleep(wait).await;
        failures += 1;
    }
}

fn own_wait(limits: &Limits, failures: u32) -> Duration {
    let first = Duration::from_millis(limits.first_wait_ms);
    first
        .saturating_mul(1 << failures.min(16))
        .min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::own_wait;
    use crate::endpoint::Limits;

    #[test]
    fn waits_double_up_to_thirty_seconds() {
        let limits = Limits::default();
        let waits: Vec<u64> = (0..9)
            .map(|failures| own_wait(&limits, failures).as_millis() as u64)
            .collect();
        assert_eq!(
            waits,
            [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]
        );
        assert_eq!(own_wait(&limits, u32::MAX), Duration::from_secs(30));
    }
}
