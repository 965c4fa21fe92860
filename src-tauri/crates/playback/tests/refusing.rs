//! Errors of a player when nothing can be heard.
#![expect(clippy::float_cmp, reason = "what was set is told to the last digit")]

use std::fs;
use std::path::Path;
use std::sync::mpsc;

use patchbay_playback::{
    AudioFile, Control, DeckSource, DeviceOutput, Load, Opened, Output, PlaybackError, Player,
    State,
};
use patchbay_test_support::{TestDir, sine};

/// A computer whose only device is the one of that id, if any.
struct Only(Option<&'static str>);

impl Output for Only {
    fn open(
        &mut self,
        device: Option<&str>,
        _: DeckSource,
        _: Box<dyn Fn() + Send>,
    ) -> Result<Opened, PlaybackError> {
        match (device, self.0) {
            (None, None) => Err(PlaybackError::NoDevice),
            (Some(id), only) if Some(id) != only => {
                Err(PlaybackError::Missing { id: id.to_owned() })
            }
            (_, only) => Ok(Opened {
                name: only.unwrap_or_default().to_owned(),
                kept: Box::new(()),
            }),
        }
    }
}

fn load(player: &Player, path: &Path) -> State {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let files = vec![AudioFile {
        path: path.to_owned(),
        name,
    }];
    player.load(Load {
        files,
        key: "one".to_owned(),
        at: 0.0,
    })
}

fn tone(dir: &TestDir) -> std::path::PathBuf {
    let path = dir.path().join("tone.wav");
    sine(&path, 2.0, 44_100, 440.0);
    path
}

#[test]
fn without_a_device_there_is_a_sentence_and_the_place_can_still_be_chosen() {
    let dir = TestDir::new();
    let player = Player::start(Only(None), |_| {});
    let state = load(&player, &tone(&dir));
    assert_eq!((state.problem, state.duration), (None, 2.0));
    let state = player.control(Control::Play);
    assert!(!state.playing);
    let problem = state.problem.unwrap();
    assert_eq!(
        problem,
        "This computer has no device to play sound on; connect one and press play again."
    );
    assert_eq!(player.control(Control::Seek { seconds: 1.5 }).position, 1.5);
}

#[test]
fn a_chosen_device_that_is_gone_is_named_and_another_one_plays() {
    let dir = TestDir::new();
    let player = Player::start(Only(Some("speaker")), |_| {});
    load(&player, &tone(&dir));
    player.control(Control::Device {
        id: Some("headset".to_owned()),
    });
    let state = player.control(Control::Play);
    assert!(state.playing);
    assert_eq!(state.device.as_deref(), Some("speaker"));
    assert!(state.problem.unwrap().contains("“headset” is not there"));
    let state = player.control(Control::Device {
        id: Some("speaker".to_owned()),
    });
    assert_eq!((state.playing, state.problem), (true, None));
}

#[test]
fn the_devices_of_this_computer_know_no_invented_one() {
    let dir = TestDir::new();
    let player = Player::start(DeviceOutput, |_| {});
    load(&player, &tone(&dir));
    player.control(Control::Device {
        id: Some("alsa:no such device".to_owned()),
    });
    // Whether there is another one or none at all: there is a sentence, and a state that fits it.
    let state = player.control(Control::Play);
    assert!(state.problem.is_some());
    assert_eq!(state.playing, state.device.is_some());
    player.control(Control::Pause);
}

#[test]
fn files_that_hold_no_audio_are_named() {
    let dir = TestDir::new();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("words.wav"), "only words").unwrap();
    fs::write(path("empty.mp3"), "").unwrap();
    sine(&path("cut.wav"), 2.0, 44_100, 440.0);
    let bytes = fs::read(path("cut.wav")).unwrap();
    fs::write(path("cut.wav"), &bytes[..30]).unwrap();
    let player = Player::start(Only(Some("speaker")), |_| {});
    for name in ["words.wav", "empty.mp3", "cut.wav", "missing.ogg"] {
        let state = load(&player, &path(name));
        let problem = state.problem.unwrap_or_default();
        assert!(
            problem.contains(name) && problem.ends_with(['.', '?']),
            "{name}: {problem}"
        );
        assert!(!player.control(Control::Play).playing);
    }
    // The next one plays.
    assert_eq!(load(&player, &tone(&dir)).problem, None);
    assert!(player.control(Control::Play).playing);
}

#[test]
fn odd_numbers_do_no_harm() {
    let dir = TestDir::new();
    let player = Player::start(Only(Some("speaker")), |_| {});
    load(&player, &tone(&dir));
    assert_eq!(
        player.control(Control::Seek { seconds: f64::NAN }).position,
        0.0
    );
    assert_eq!(
        player.control(Control::Seek { seconds: -3.0 }).position,
        0.0
    );
    assert_eq!(
        player.control(Control::Seek { seconds: 1e300 }).position,
        2.0
    );
    assert_eq!(
        player.control(Control::Volume { volume: f32::NAN }).volume,
        1.0
    );
    assert_eq!(player.control(Control::Side { side: 7 }).side, 0);
    assert!(
        player
            .control(Control::Loop {
                range: Some((f64::INFINITY, f64::NAN))
            })
            .problem
            .is_some()
    );
}

#[test]
fn what_changes_is_told() {
    let dir = TestDir::new();
    let (told, states) = mpsc::channel();
    let player = Player::start(Only(Some("speaker")), move |state: &State| {
        told.send(state.clone()).unwrap_or(());
    });
    load(&player, &tone(&dir));
    player.control(Control::Play);
    player.control(Control::Pause);
    drop(player);
    let playing: Vec<bool> = states.iter().map(|state| state.playing).collect();
    assert!(playing.contains(&true));
    assert_eq!(playing.last(), Some(&false));
}
