//! Why a server or a tool could not be used.

use std::time::Duration;

use thiserror::Error;

/// Why a server or a tool could not be used. Every message names the server and says what to do.
#[derive(Debug, Error)]
pub enum OpenToolError {
    /// The person has not allowed the server.
    #[error("{server:?} may not be used yet; allow it in the settings first")]
    NotAllowed {
        /// Which server.
        server: String,
    },
    /// The person has not allowed that files go to the server.
    #[error(
        "no files may be sent to {server:?}; allow that in the settings, or leave the file out"
    )]
    FilesNotAllowed {
        /// Which server.
        server: String,
    },
    /// The person has not allowed this tool.
    #[error("the tool {tool:?} of {server:?} may not be called; allow it in the settings first")]
    ToolNotAllowed {
        /// Which server.
        server: String,
        /// Which tool.
        tool: String,
    },
    /// The consent is for another server.
    #[error("the tool {tool:?} is not one of {server:?}; list that server's tools again")]
    OtherServer {
        /// Which server was meant.
        server: String,
        /// Which tool was asked for.
        tool: String,
    },
    /// An address that is not connected to.
    #[error("{server:?} cannot be reached at {address:?}: {reason}")]
    Address {
        /// Which server.
        server: String,
        /// The address.
        address: String,
        /// The reason why it is refused.
        reason: String,
    },
    /// Its program did not start.
    #[error("the program {program:?} of {server:?} did not start ({reason}); is it installed?")]
    NotStarted {
        /// Which server.
        server: String,
        /// The program.
        program: String,
        /// The system's reason.
        reason: String,
    },
    /// It does not speak as it should.
    #[error("{server:?} could not be talked to: {reason}")]
    Broken {
        /// Which server.
        server: String,
        /// Description of the problem.
        reason: String,
    },
    /// It is not there any more.
    #[error("{server:?} ended; it is started again with the next request")]
    Ended {
        /// Which server.
        server: String,
    },
    /// No answer in time.
    #[error("{server:?} did not answer within {} s; try again, or allow it more time", limit.as_secs_f32())]
    TimedOut {
        /// Which server.
        server: String,
        /// How long was waited.
        limit: Duration,
    },
    /// The person stopped it.
    #[error("the call of {server:?} was stopped")]
    Stopped {
        /// Which server.
        server: String,
    },
    /// The tool cannot be called.
    #[error("{tool:?} of {server:?} cannot be called: {reason}")]
    NotCallable {
        /// Which server.
        server: String,
        /// Which tool.
        tool: String,
        /// Why not.
        reason: String,
    },
    /// The tool says that it failed.
    #[error("{tool:?} of {server:?} failed: {message}")]
    Failed {
        /// Which server.
        server: String,
        /// Which tool.
        tool: String,
        /// Its message, made harmless.
        message: String,
    },
    /// An argument that it does not take.
    #[error("{argument:?} of {tool:?}: {reason}")]
    Argument {
        /// Which tool.
        tool: String,
        /// Which argument.
        argument: String,
        /// The reason why it is refused.
        reason: String,
    },
    /// Not an OpenAPI document that can be read.
    #[error("the description of {server:?} cannot be read: {reason}")]
    Document {
        /// Which server.
        server: String,
        /// The reason why it cannot be used.
        reason: String,
    },
}
