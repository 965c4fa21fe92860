//! The few tools that a request needs, out of tens of thousands.
