//! Servers of models that answer well, badly, slowly or partly: each request ends in a right answer
//! or in an error that says what to do, and no error shows a key.

mod chat;
mod failures;
mod images;
mod keys;
mod sent;
mod slow;
mod sound;
mod structured;
mod support;
