//! Requests from words to results: what is kept, what is answered, and what happens when it goes
//! wrong.

mod estimates;
mod foreseen;
mod going_on;
mod handed_over;
mod kept;
mod pass;
mod readings;
mod recipes;
mod requests;
mod stopping;
mod taking_back;
mod waiting;
mod watching;
