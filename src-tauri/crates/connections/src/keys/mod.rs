//! Keys to servers, in the system's key store.
