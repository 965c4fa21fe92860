//! Builds the crate again when the web interface that it embeds was built again.
fn main() {
    println!("cargo::rerun-if-changed=../../../ui/dist");
}
