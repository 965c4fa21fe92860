//! Views of a video's frames while a camera moves over them.

use patchbay_values::regions::PixelBox;

/// View of a frame, of the frame's own shape, in its pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct View {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl View {
    /// All of a frame.
    pub(super) fn whole((width, height): (u32, u32)) -> Self {
        Self {
            left: 0.0,
            top: 0.0,
            width: f64::from(width),
            height: f64::from(height),
        }
    }

    /// A box of a frame, and as much around it as gives it the frame's shape.
    pub(super) fn of(part: PixelBox, size: (u32, u32)) -> Self {
        let [wide, high] = [size.0, size.1].map(f64::from);
        let (across, down) = (f64::from(part.width), f64::from(part.height));
        let scale = (across / wide).max(down / high);
        let (width, height) = (wide * scale, high * scale);
        let at = |start: u32, own: f64, side: f64, whole: f64| {
            (f64::from(start) + (own - side) / 2.0).clamp(0.0, whole - side)
        };
        Self {
            left: at(part.left, across, width, wide),
            top: at(part.top, down, height, high),
            width,
            height,
        }
    }
}

/// View after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// The view that it ended with.
    Stays,
    /// All of it.
    BackAtOnce,
    /// The view that it began with, reached in as much time as it took.
    BackSlowly,
}

/// A move of the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Move {
    pub(super) from: View,
    pub(super) to: View,
    /// Start and end in seconds. Before it, all is seen.
    pub(super) span: (f64, f64),
    pub(super) after: After,
}

impl Move {
    /// libav's filter that makes it, of frames of `size` at a constant rate.
    pub(super) fn filter(self, size: (u32, u32), (frames, seconds): (i32, i32)) -> String {
        let whole = View::whole(size);
        let (begins, ends) = self.span;
        let lasts = (ends - begins).max(0.001);
        // The filter counts frames from 1.
        let time = format!("(in-1)*{seconds}/{frames}");
        let eased = |share: &str| format!("st(0,clip({share},0,1))*ld(0)*(3-2*ld(0))");
        let there = eased(&format!("({time}-{begins:.4})/{lasts:.4}"));
        let back = eased(&format!("1-({time}-{ends:.4})/{lasts:.4}"));
        let corner = |edge: fn(&View) -> f64| {
            let (from, to, all) = (edge(&self.from), edge(&self.to), edge(&whole));
            let between = |share: &str| format!("{from:.3}+({:.3})*({share})", to - from);
            let after = match self.after {
                After::Stays => format!("{to:.3}"),
                After::BackAtOnce => format!("{all:.3}"),
                After::BackSlowly => between(&back),
            };
            let moving = between(&there);
            format!(
                "'if(lt({time},{begins:.4}),{all:.3},if(lt({time},{ends:.4}),{moving},{after}))'"
            )
        };
        let (left, top) = (corner(|view| view.left), corner(|view| view.top));
        let right = corner(|view| view.left + view.width);
        let bottom = corner(|view| view.top + view.height);
        format!(
            "perspective=x0={left}:y0={top}:x1={right}:y1={top}:x2={left}:y2={bottom}:x3={right}:y3={bottom}:\
             interpolation=cubic:sense=source:eval=frame"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_widened_to_the_frame_s_shape_within_it() {
        let part = |left, top, width, height| PixelBox {
            left,
            top,
            width,
            height,
        };
        let seen = View::of(part(0, 0, 160, 180), (320, 180));
        assert_eq!(seen, View::whole((320, 180)));
        let seen = View::of(part(300, 170, 20, 10), (320, 180));
        assert!((seen.width / seen.height - 320.0 / 180.0).abs() < 1e-9);
        assert!(seen.left + seen.width <= 320.0 && seen.top + seen.height <= 180.0);
        assert!(seen.left <= 300.0 && seen.top <= 170.0);
    }
}
