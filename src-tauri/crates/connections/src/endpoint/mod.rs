//! Servers that speak as OpenAI's do.
