//! Every network asks often enough whether it goes on: between its blocks, and with no large share
//! of its work unasked.

mod runs;

use std::cell::RefCell;
use std::ops::ControlFlow;

use patchbay_inference::registry::NETWORKS;
use patchbay_inference::{InferenceError, Watch};

use self::runs::run;

#[test]
fn no_network_works_long_without_asking_and_each_stops_wherever_it_asks() {
    for network in NETWORKS {
        let heard = RefCell::new(vec![0.0]);
        let report = |fraction: f64| {
            heard.borrow_mut().push(fraction);
            ControlFlow::Continue(())
        };
        run(network, Watch::new(&report)).unwrap();
        let mut heard = heard.into_inner();
        assert!(heard.is_sorted(), "{network}: {heard:?}");
        let asked = heard.len() - 1;
        heard.push(1.0);
        let longest = heard
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .fold(0.0, f64::max);
        // The fixtures have a layer or two where the published networks have six to twelve.
        assert!(
            asked >= 3 && longest <= 0.5,
            "{network} asks {asked} times, and once not for {longest:.2} of its work"
        );
        for stopped_at in 0..asked {
            let asked = RefCell::new(0);
            let report = |_: f64| {
                *asked.borrow_mut() += 1;
                if *asked.borrow() > stopped_at {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let stopped = run(network, Watch::new(&report));
            assert!(
                matches!(stopped, Err(InferenceError::Cancelled)),
                "{network}, asked for the {stopped_at}th time"
            );
            assert_eq!(
                *asked.borrow(),
                stopped_at + 1,
                "{network} goes on after it was stopped"
            );
        }
    }
}
