//! From a video's stored frames to upright ones with square pixels and even sides, as players and
//! encoders want them.

use ffmpeg_next::Stream;
use ffmpeg_next::codec::packet::side_data;

/// How stored frames have to be turned to stand upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Turn {
    /// The filter that turns them; empty: none.
    pub(super) filter: &'static str,
    /// Whether width and height change places.
    pub(super) swaps_sides: bool,
}

/// The turn that a stream's display matrix asks for (ISO/IEC 14496-12, 6.2.2: nine 16.16 numbers by
/// rows, of which the first two rows hold rotation and mirroring).
pub(super) fn turn_of(stream: &Stream) -> Turn {
    stream
        .side_data()
        .find(|data| data.kind() == side_data::Type::DisplayMatrix)
        .and_then(|data| {
            let mut numbers = data
                .data()
                .chunks_exact(4)
                .map(|bytes| i32::from_ne_bytes(bytes.try_into().unwrap_or([0; 4])));
            let (a, b, _) = (numbers.next()?, numbers.next()?, numbers.next()?);
            let (c, d) = (numbers.next()?, numbers.next()?);
            Some(turn([a, b, c, d]))
        })
        .unwrap_or_default()
}

/// A stream's display matrix as an MP4 has it: nine numbers in the order of bytes of files.
pub(super) fn matrix_of(stream: &Stream) -> Option<[u8; 36]> {
    let data = stream
        .side_data()
        .find(|data| data.kind() == side_data::Type::DisplayMatrix)?;
    let mut matrix = [0; 36];
    for (to, from) in matrix.chunks_exact_mut(4).zip(data.data().chunks_exact(4)) {
        let number = i32::from_ne_bytes(from.try_into().ok()?);
        to.copy_from_slice(&number.to_be_bytes());
    }
    Some(matrix)
}

/// The turn for the matrix `[a b; c d]`, as the ffmpeg program makes it.
fn turn([a, b, c, d]: [i32; 4]) -> Turn {
    let upright = |filter| Turn {
        filter,
        swaps_sides: false,
    };
    let sideways = |filter| Turn {
        filter,
        swaps_sides: true,
    };
    let degrees = f64::from(b)
        .atan2(f64::from(a))
        .to_degrees()
        .rem_euclid(360.0);
    match degrees {
        45.0..135.0 => sideways(if c > 0 {
            "transpose=cclock_flip"
        } else {
            "transpose=clock"
        }),
        135.0..225.0 => match (a < 0, d < 0) {
            (true, true) => upright("hflip,vflip"),
            (true, false) => upright("hflip"),
            _ => upright(""),
        },
        225.0..315.0 => sideways(if c < 0 {
            "transpose=clock_flip"
        } else {
            "transpose=cclock"
        }),
        _ => upright(if d < 0 { "vflip" } else { "" }),
    }
}

/// The upright size in square pixels of stored frames of `width` x `height` with pixels `aspect`
/// times as wide as high.
pub(super) fn upright(width: u32, height: u32, aspect: f64, turn: Turn) -> (u32, u32) {
    let sane = aspect.is_finite() && (0.05..20.0).contains(&aspect);
    let wide = if sane {
        (f64::from(width) * aspect).round() as u32
    } else {
        width
    }
    .max(1);
    if turn.swaps_sides {
        (height, wide)
    } else {
        (wide, height)
    }
}

/// The nearest smaller size with even sides (at least 2), no side longer than `longest` pixels, of
/// the same shape.
pub(super) fn even(width: u32, height: u32, longest: u32) -> (u32, u32) {
    let factor = (f64::from(longest) / f64::from(width.max(height).max(1))).min(1.0);
    let side = |length: u32| {
        let scaled = if factor < 1.0 {
            (f64::from(length) * factor).round() as u32
        } else {
            length
        };
        (scaled & !1).max(2)
    };
    (side(width), side(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i32 = 1 << 16;

    #[test]
    fn matrices_turn_as_the_ffmpeg_program_turns_them() {
        assert_eq!(turn([ONE, 0, 0, ONE]).filter, "");
        assert_eq!(
            turn([0, ONE, -ONE, 0]),
            Turn {
                filter: "transpose=clock",
                swaps_sides: true
            }
        );
        assert_eq!(
            turn([0, -ONE, ONE, 0]),
            Turn {
                filter: "transpose=cclock",
                swaps_sides: true
            }
        );
        assert_eq!(turn([-ONE, 0, 0, -ONE]).filter, "hflip,vflip");
        assert_eq!(turn([ONE, 0, 0, -ONE]).filter, "vflip");
        assert_eq!(turn([-ONE, 0, 0, ONE]).filter, "hflip");
    }

    #[test]
    fn sizes_become_square_even_and_small_enough() {
        assert_eq!(upright(720, 576, 64.0 / 45.0, Turn::default()), (1024, 576));
        assert_eq!(
            upright(
                640,
                480,
                f64::NAN,
                Turn {
                    filter: "transpose=clock",
                    swaps_sides: true
                }
            ),
            (480, 640)
        );
        assert_eq!(even(321, 241, u32::MAX), (320, 240));
        assert_eq!(even(3840, 2160, 1920), (1920, 1080));
        assert_eq!(even(1, 5000, 100), (2, 100));
    }
}
