//! The application as fronts call it. One program for all of it: each that is linked by itself takes as long to build as the
//! application.

mod conversations;
mod importing;
mod models;
mod pointing;
mod running;
mod served;
mod servers;
mod support;
mod texts;
mod tool_servers;
