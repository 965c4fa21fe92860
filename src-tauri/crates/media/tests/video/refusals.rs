//! Files that are no videos, and stopping.

use std::cell::Cell;
use std::ops::ControlFlow;

use patchbay_media::MediaError;
use patchbay_media::video::{AudioReader, Watch, probe};
use patchbay_test_support::video::{clip, make};

use crate::transcode;

#[test]
fn stopping_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let from = clip(folder.path(), "in.mp4", 3.0, "320x240", 30);
    let to = folder.path().join("out.mp4");
    let calls = Cell::new(0);
    let report = |_| {
        calls.set(calls.get() + 1);
        if calls.get() > 60 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    assert_eq!(
        transcode(&from, &to, &Watch::new(&report)),
        Err(MediaError::Cancelled)
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn wrong_files_are_named_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(clip(folder.path(), "whole.mp4", 1.0, "160x120", 25)).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        probe(&folder.path().join(name), name).unwrap_err()
    };
    let text = write("text.mp4", b"These are only words, nothing that moves.\n");
    assert!(
        matches!(&text, MediaError::Malformed { name, .. } if name == "text.mp4"),
        "{text}"
    );
    assert_eq!(
        write("empty.mp4", b""),
        MediaError::Empty {
            name: "empty.mp4".to_owned()
        }
    );
    let truncated = write("cut.mp4", &whole[..whole.len() / 2]);
    assert!(
        matches!(&truncated, MediaError::Malformed { .. }),
        "{truncated}"
    );
    // A playlist makes other programs open the files that it names.
    let playlist = write(
        "list.mp4",
        b"#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1.0,\n/etc/passwd\n#EXT-X-ENDLIST\n",
    );
    assert!(
        matches!(&playlist, MediaError::Malformed { .. }),
        "{playlist}"
    );
    let concat = write("concat.mp4", b"ffconcat version 1.0\nfile whole.mp4\n");
    assert!(matches!(&concat, MediaError::Malformed { .. }), "{concat}");
    let gone = probe(&folder.path().join("gone.mp4"), "gone.mp4").unwrap_err();
    assert!(matches!(&gone, MediaError::Unreadable { .. }), "{gone}");
    let audio = make(
        folder.path(),
        "sound.m4a",
        "-f lavfi -i sine=duration=1 -c:a aac",
    );
    assert!(matches!(
        probe(&audio, "sound.m4a"),
        Err(MediaError::NoStream {
            what: "picture",
            ..
        })
    ));
    let silent = make(
        folder.path(),
        "silent.mp4",
        "-f lavfi -i testsrc=duration=1:size=64x64:rate=10",
    );
    assert!(probe(&silent, "silent.mp4").unwrap().audio.is_none());
    assert!(matches!(
        AudioReader::open(&silent, "silent.mp4"),
        Err(MediaError::NoStream { what: "sound", .. })
    ));
}
