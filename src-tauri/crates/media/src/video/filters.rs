//! Small libavfilter graphs with one way out.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::{Frame, filter};

/// A graph that takes what `arguments` say (for libav's `buffer` or `abuffer`, as `source` names
/// it) through `chain`.
pub(super) fn graph(
    source: &str,
    arguments: &str,
    chain: &str,
) -> Result<filter::Graph, ffmpeg::Error> {
    joined(source, &[arguments.to_owned()], chain)
}

/// The same with a way in for each of the arguments: `in`, `in1`, `in2` and so on.
pub(super) fn joined(
    source: &str,
    arguments: &[String],
    description: &str,
) -> Result<filter::Graph, ffmpeg::Error> {
    let find = |name: &str| filter::find(name).ok_or(ffmpeg::Error::FilterNotFound);
    let mut graph = filter::Graph::new();
    for (number, arguments) in arguments.iter().enumerate() {
        graph.add(&find(source)?, &way_in(number), arguments)?;
    }
    graph.add(&find(&format!("{source}sink"))?, "out", "")?;
    let mut parser = graph.input("out", 0)?;
    for number in 0..arguments.len() {
        parser = parser.output(&way_in(number), 0)?;
    }
    parser.parse(description)?;
    graph.validate()?;
    Ok(graph)
}

/// The name of a graph's way in.
pub(super) fn way_in(number: usize) -> String {
    if number == 0 {
        "in".to_owned()
    } else {
        format!("in{number}")
    }
}

/// Gives a frame to a graph.
pub(super) fn feed(graph: &mut filter::Graph, frame: &Frame) -> Result<(), ffmpeg::Error> {
    graph
        .get("in")
        .ok_or(ffmpeg::Error::Bug)?
        .source()
        .add(frame)
}

/// Takes what a graph has ready into `frame`, and returns the time base of its times.
pub(super) fn take(
    graph: &mut filter::Graph,
    frame: &mut Frame,
) -> Result<ffmpeg::Rational, ffmpeg::Error> {
    let mut context = graph.get("out").ok_or(ffmpeg::Error::Bug)?;
    let mut sink = context.sink();
    sink.frame(frame)?;
    Ok(sink.time_base())
}

/// Share of full scale that a limiter leaves where sounds or channels add up.
pub const MIX_CEILING: f64 = 0.95;
/// Share of full scale that a limiter leaves for a true peak of -1 dB: a little less, for resampling.
pub const TRUE_PEAK_CEILING: f64 = 0.88;

/// The filter that holds audio under `ceiling` (of 1, the full scale) without distortion: the gain
/// falls before a peak comes and recovers after it. Nothing comes later.
pub fn limiter(ceiling: f64) -> String {
    format!("alimiter=limit={ceiling:.4}:level=false:attack=5:release=80:latency=true")
}

/// A value as it has to stand in a chain, whatever characters it has: escaped once for its filter
/// and once for the chain (“Notes on filtergraph escaping” in libavfilter's manual).
pub fn escaped(value: &str) -> String {
    let escape = |text: &str, special: &str| {
        text.chars().fold(String::new(), |mut escaped, letter| {
            if special.contains(letter) {
                escaped.push('\\');
            }
            escaped.push(letter);
            escaped
        })
    };
    escape(&escape(value, "\\': \t\n"), "\\'[],; \t\n")
}
