//! Addresses that may be connected to: any by HTTPS, and this computer by HTTP.

use std::net::IpAddr;

use reqwest::Url;

use super::error::OpenToolError;

/// Reads the address of a server. Refused: other schemes, HTTP to another computer, and names and
/// passwords within the address, which would be shown and logged.
pub fn address(server: &str, text: &str) -> Result<Url, OpenToolError> {
    let refused = |reason: &str| OpenToolError::Address {
        server: server.to_owned(),
        address: super::untrusted::line(text, 200),
        reason: reason.to_owned(),
    };
    let url = Url::parse(text.trim())
        .map_err(|_| refused("it is no address; write it as https://example.org/path"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused(
            "it holds a password; store that as the server's key instead",
        ));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_this_computer(&url) => Ok(url),
        "http" => Err(refused(
            "it is not encrypted; use https:// for other computers",
        )),
        _ => Err(refused(
            "only https:// is connected to, and http:// on this computer",
        )),
    }
}

/// Whether an address is one of this computer.
pub fn is_on_this_computer(text: &str) -> bool {
    Url::parse(text.trim()).is_ok_and(|url| is_this_computer(&url))
}

/// Whether two addresses lead to the same server: scheme, host and port.
pub fn is_same_server(one: &Url, other: &Url) -> bool {
    one.origin() == other.origin()
}

fn is_this_computer(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || bare
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_encrypted_addresses_and_this_computer_are_connected_to() {
        for good in [
            "https://example.org/mcp",
            "http://127.0.0.1:8080/",
            "http://localhost:1",
            "http://[::1]:9/x",
        ] {
            assert!(address("s", good).is_ok(), "{good}");
        }
        for bad in [
            "http://example.org/",
            "http://localhost.example.org/",
            "http://127.0.0.1.example.org/",
            "http://192.168.0.1/",
            "http://[::ffff:10.0.0.1]/",
            "file:///etc/passwd",
            "ftp://localhost/",
            "https://me:secret@example.org/",
            "example.org",
            "",
        ] {
            assert!(address("s", bad).is_err(), "{bad}");
        }
    }
}
