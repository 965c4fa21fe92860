//! What services take, as they document it.

use patchbay_media::video::Quality;

/// What a service takes. All of them take MP4 with H.264, 4:2:0 colour and AAC, the index first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Preset {
    /// The longest side in pixels; larger videos are scaled down.
    pub(super) longest: u32,
    /// The most bytes of a file.
    pub(super) limit: Option<u64>,
    /// The most frames a second.
    pub(super) fastest: f64,
    /// How good it is to look.
    pub(super) quality: Quality,
}

/// What is sent on a page or in a message.
const USUAL: Preset = Preset {
    longest: 1920,
    limit: None,
    fastest: 60.5,
    quality: Quality::Normal,
};

/// The preset of that name; none where there is none.
pub(super) fn preset(name: &str) -> Option<Preset> {
    Some(match name {
        // faq.whatsapp.com: videos in a chat are up to 16 MB, and HD is 720p.
        "WhatsApp" => Preset {
            longest: 1280,
            limit: Some(16_000_000),
            ..USUAL
        },
        // support.discord.com: 10 MB without Nitro.
        "Discord" => Preset {
            limit: Some(10_000_000),
            ..USUAL
        },
        // developers.facebook.com, Instagram media: up to 1920 columns, 60 frames a second, 300 MB.
        "Instagram" => Preset {
            limit: Some(300_000_000),
            ..USUAL
        },
        // support.google.com/youtube: any size and rate; it is encoded again there.
        "YouTube" => Preset {
            longest: u32::MAX,
            fastest: f64::INFINITY,
            quality: Quality::High,
            ..USUAL
        },
        // Attachments of 25 MB at Gmail, and a mail packs three bytes into four.
        "email" => Preset {
            longest: 1280,
            limit: Some(18_000_000),
            ..USUAL
        },
        "web" => USUAL,
        _ => return None,
    })
}
