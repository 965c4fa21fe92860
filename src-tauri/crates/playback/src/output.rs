//! The devices that audio goes to.

use std::any::Any;
use std::error::Error as _;
use std::sync::{Arc, Mutex};

use rodio::cpal::traits::HostTrait;
use rodio::stream::{DeviceSinkBuilder, DeviceSinkError, MixerDeviceSink};
use rodio::{DeviceTrait, cpal};
use serde::Serialize;
use thiserror::Error;

use crate::DeckSource;

/// Why nothing can be heard.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum PlaybackError {
    /// This computer has no output.
    #[error("This computer has no device to play sound on; connect one and press play again.")]
    NoDevice,
    /// The chosen output is gone.
    #[error(
        "The sound device “{id}” is not there; connect it, or choose another one in the settings."
    )]
    Missing {
        /// The device.
        id: String,
    },
    /// The output is there and cannot be used.
    #[error(
        "The sound device “{name}” cannot be used ({reason}); choose another one in the settings."
    )]
    Unusable {
        /// The device.
        name: String,
        /// The system's reason.
        reason: String,
    },
}

/// An output device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Device {
    /// Id by which it is chosen.
    pub id: String,
    /// Name for people.
    pub name: String,
}

/// An output that takes samples until it is dropped.
pub struct Opened {
    /// Name for people.
    pub name: String,
    /// Keeps it open.
    pub kept: Box<dyn Any>,
}

/// Destination of audio.
pub trait Output: Send + 'static {
    /// Begins to take samples. `device` is its id, none for the system's choice; `lost` is called,
    /// from any thread, where the device goes away later.
    fn open(
        &mut self,
        device: Option<&str>,
        source: DeckSource,
        lost: Box<dyn Fn() + Send>,
    ) -> Result<Opened, PlaybackError>;
}

/// The devices of this computer.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeviceOutput;

impl Output for DeviceOutput {
    fn open(
        &mut self,
        device: Option<&str>,
        source: DeckSource,
        lost: Box<dyn Fn() + Send>,
    ) -> Result<Opened, PlaybackError> {
        let found = match device {
            None => cpal::default_host()
                .default_output_device()
                .ok_or(PlaybackError::NoDevice)?,
            Some(id) => find(id).ok_or_else(|| PlaybackError::Missing { id: id.to_owned() })?,
        };
        let name = describe(&found).map_or_else(|| "default".to_owned(), |device| device.name);
        let mut sink = open_sink(found, lost).map_err(|reason| match device {
            // The system's choice is a name that stands for no device.
            None if devices().is_empty() => PlaybackError::NoDevice,
            _ => PlaybackError::Unusable {
                name: name.clone(),
                reason,
            },
        })?;
        sink.log_on_drop(false);
        sink.mixer().add(source);
        Ok(Opened {
            name,
            kept: Box::new(sink),
        })
    }
}

/// The output devices of this computer, by name.
pub fn devices() -> Vec<Device> {
    let Ok(found) = cpal::default_host().output_devices() else {
        return Vec::new();
    };
    let mut devices: Vec<_> = found.filter_map(|device| describe(&device)).collect();
    devices.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    devices.dedup_by(|one, other| one.id == other.id);
    devices
}

fn describe(device: &cpal::Device) -> Option<Device> {
    let id = device.id().ok()?.to_string();
    let name = device
        .description()
        .map_or_else(|_| id.clone(), |description| description.name().to_owned());
    Some(Device { id, name })
}

fn find(id: &str) -> Option<cpal::Device> {
    cpal::default_host()
        .device_by_id(&id.parse().ok()?)
        .filter(DeviceTrait::supports_output)
}

/// Opens a device at [`crate::RATE`], or at a rate of its own where it knows no such; the error is
/// what the system says.
fn open_sink(device: cpal::Device, lost: Box<dyn Fn() + Send>) -> Result<MixerDeviceSink, String> {
    let lost = Arc::new(Mutex::new(lost));
    let told = move |error: cpal::Error| {
        tracing::warn!(%error, "the sound device stumbled");
        if error.kind() == cpal::ErrorKind::DeviceNotAvailable
            && let Ok(lost) = lost.lock()
        {
            lost();
        }
    };
    let builder = DeviceSinkBuilder::from_device(device).map_err(|error| reason(&error))?;
    let builder = builder
        .with_sample_rate(DeckSource::RATE)
        .with_error_callback(told);
    builder
        .open_sink_or_fallback()
        .map_err(|error| reason(&error))
}

/// Returns the system's reason if rodio passes it on, else rodio's own.
fn reason(error: &DeviceSinkError) -> String {
    let text = error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string);
    text.trim_end_matches('.').to_owned()
}
