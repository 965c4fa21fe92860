//! Requests to end the program: by Ctrl-C, by the system (SIGTERM), or because the terminal was
//! closed (SIGHUP).

use tokio::sync::watch;

/// Whether the program was asked to end. It is listened for from the first moment on, so that
/// nothing is left behind.
#[derive(Clone)]
pub(crate) struct Stopping(watch::Receiver<bool>);

impl Stopping {
    /// Begins to listen. Has to be called within a runtime.
    pub(crate) fn listen() -> Self {
        let (sender, receiver) = watch::channel(false);
        let asked = signals();
        tokio::spawn(async move {
            asked.await;
            let _ = sender.send(true);
            // Whoever waits later is told too.
            sender.closed().await;
        });
        Self(receiver)
    }

    /// Whether the program was asked to end.
    pub(crate) fn is_asked(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the program is asked to end.
    pub(crate) async fn asked(&self) {
        if self.0.clone().wait_for(|asked| *asked).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Waits for the first of the signals; they are held from the call on.
#[cfg(unix)]
fn signals() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
    ];
    let held = kinds.map(|kind| signal(kind).ok());
    async move {
        let [mut interrupt, mut terminate, mut hangup] = held;
        tokio::select! {
            () = one(&mut interrupt) => {}
            () = one(&mut terminate) => {}
            () = one(&mut hangup) => {}
        }
    }
}

#[cfg(unix)]
async fn one(signal: &mut Option<tokio::signal::unix::Signal>) {
    match signal {
        Some(signal) => {
            signal.recv().await;
        }
        None => std::future::pending().await,
    }
}

#[cfg(not(unix))]
fn signals() -> impl Future<Output = ()> + Send + 'static {
    async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
