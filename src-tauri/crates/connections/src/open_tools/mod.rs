//! Tools of MCP servers and of services that OpenAPI documents describe.
