//! Memory used by a test's process.

/// The most memory that this process has had, in megabytes; 0 on other systems than Linux, where it
/// is not measured.
///
/// # Panics
/// Panics if Linux does not say.
pub fn peak_memory() -> u64 {
    if cfg!(not(target_os = "linux")) {
        return 0;
    }
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells of processes");
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.expect("Linux tells the most memory") >> 10
}
