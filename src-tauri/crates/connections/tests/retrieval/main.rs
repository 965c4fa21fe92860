//! Properties of the retriever that hold whatever the tools are.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use patchbay_connections::retrieval::{Dense, DenseError, Described, Retriever};

fn tool(server: &str, name: &str, description: &str) -> Described {
    Described {
        id: format!("{server}.{name}"),
        server: server.to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        ..Described::default()
    }
}

fn few() -> Vec<Described> {
    vec![
        tool(
            "weather",
            "get_forecast",
            "Forecasts the weather of the coming days in a city.",
        ),
        tool(
            "maps",
            "find_route",
            "Finds the fastest way from one place to another.",
        ),
        tool("office", "create_document", "Creates a new text document."),
        tool(
            "office",
            "addTable",
            "Adds a table of rows and columns to a document.",
        ),
        tool("music", "beat_track", "Finds the beats of a recording."),
        tool("files", "search", "Searches for files by name."),
    ]
}

fn first(retriever: &Retriever, request: &str) -> Option<usize> {
    retriever.find(request, 1).first().map(|(index, _)| *index)
}

#[test]
fn a_request_in_other_forms_of_the_words_finds_its_tool() {
    let retriever = Retriever::new(&few());
    for (request, wanted) in [
        ("what will the weather be in Oslo?", 0),
        ("tracking beats", 4),
        ("the routes between both places", 1),
        ("tables", 3),
    ] {
        assert_eq!(first(&retriever, request), Some(wanted), "{request}");
    }
}

#[test]
fn each_wish_of_a_request_is_heard() {
    let found = Retriever::new(&few()).find(
        "Forecast the weather of the coming days in a city, find the beats, and find a route.",
        3,
    );
    let mut found: Vec<usize> = found.into_iter().map(|(index, _)| index).collect();
    found.sort_unstable();
    assert_eq!(found, [0, 1, 4]);
}

#[test]
fn unrelated_tools_leave_an_exact_name_on_top() {
    let mut tools = few();
    for more in 0..400 {
        tools.push(tool(
            &format!("server {}", more % 7),
            &format!("thing_{more}_forecast"),
            "Get forecast, add a table, search, beat track, find the way: get forecast, search, search.",
        ));
        if more % 40 == 0 {
            let retriever = Retriever::new(&tools);
            for (index, wanted) in few().iter().enumerate() {
                assert_eq!(
                    first(&retriever, &wanted.name),
                    Some(index),
                    "{} of {more}",
                    wanted.name
                );
            }
            let within = "please run get_forecast and search, search, search";
            assert_eq!(first(&retriever, within), Some(0));
        }
    }
}

#[test]
fn the_same_request_gives_the_same_order_and_scores_fall() {
    let mut tools = few();
    tools.extend(few());
    let request = "create a document with a table and search files for the weather";
    let found = Retriever::new(&tools).find(request, 100);
    for _ in 0..5 {
        assert_eq!(Retriever::new(&tools).find(request, 100), found);
    }
    assert!(found.windows(2).all(|two| {
        let ((a, first), (b, second)) = (two[0], two[1]);
        first > second || (first.total_cmp(&second).is_eq() && a < b)
    }));
    assert_eq!(Retriever::new(&tools).find(request, 3), found[..3]);
}

#[test]
fn nothing_is_found_for_nothing() {
    let retriever = Retriever::new(&few());
    for request in ["", "  \n", "...", "the of and", "zzzz"] {
        assert!(retriever.find(request, 10).is_empty(), "{request:?}");
    }
    assert!(retriever.find("weather", 0).is_empty());
    assert!(Retriever::new(&[]).find("weather", 10).is_empty());
    assert!(
        Retriever::new(&[Described::default()])
            .find("weather", 10)
            .is_empty()
    );
}

#[test]
fn odd_characters_do_no_harm() {
    let odd = [
        "\u{0}\u{1}\u{7f}",
        "e\u{301}\u{301}\u{301}",
        "👩‍👩‍👧‍👦🏳️‍🌈",
        "\u{202e}drow",
        "İıſß",
        "天气预报",
        "ﷺ",
        "a\u{200b}b",
        "\u{feff}",
        "𝒲𝑒𝒶𝓉𝒽𝑒𝓇",
        "１２３",
        "''''’’",
        "aB1Cd2EF",
        "ǅ",
    ];
    let mut tools = few();
    tools.extend(odd.iter().map(|odd| tool(odd, odd, odd)));
    let retriever = Retriever::new(&tools);
    for a in odd {
        for b in odd {
            for joint in ["", " ", ", ", "\n", "and"] {
                let found = retriever.find(&format!("{a}{joint}{b}"), 5);
                assert!(
                    found
                        .iter()
                        .all(|(index, score)| *index < tools.len() && score.is_finite())
                );
            }
        }
    }
    assert_eq!(first(&retriever, "明天天气预报"), Some(few().len() + 5));
    assert!(retriever.find(&"weather and, ".repeat(20_000), 5).len() <= 5);
}

#[test]
fn meaning_finds_what_words_do_not() {
    let tools = few();
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let embed = move |texts: &[&str]| {
        counted.fetch_add(1, Ordering::Relaxed);
        let rainy = |text: &&str| text.contains("weather") || text.contains("umbrella");
        texts
            .iter()
            .map(|text| vec![f32::from(u8::from(rainy(text))), 0.1])
            .collect()
    };
    let dense = Dense::new(&tools, Box::new(embed)).unwrap();
    let request = "shall I take an umbrella";
    assert!(Retriever::new(&tools).find(request, 1).is_empty());
    let retriever = Retriever::new(&tools).with_dense(dense);
    assert_eq!(first(&retriever, request), Some(0));
    assert_eq!(
        asked.load(Ordering::Relaxed),
        2,
        "once for the tools, once for the request"
    );
}

#[test]
fn vectors_that_do_not_fit_are_refused_or_count_nothing() {
    let odd = || Box::new(|_: &[&str]| vec![vec![f32::NAN, 1.0], Vec::new()]);
    let refused = |vectors| Dense::from_vectors(2, vectors, odd()).err();
    let count = DenseError::Count { got: 1, wanted: 2 };
    assert_eq!(refused(vec![vec![1.0]]), Some(count));
    let width = DenseError::Width {
        index: 1,
        got: 0,
        wanted: 1,
    };
    assert_eq!(refused(vec![vec![1.0], vec![]]), Some(width));
    let tools = &few()[..2];
    let dense = Dense::from_vectors(2, vec![vec![1.0, 0.0], vec![0.0, 0.0]], odd()).unwrap();
    let retriever = Retriever::new(tools).with_dense(dense);
    assert_eq!(first(&retriever, "the weather"), Some(0));
}
