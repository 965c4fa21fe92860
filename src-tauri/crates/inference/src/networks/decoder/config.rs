//! Configuration of a decoder's layers from a GGUF file
//! (<https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>).

use candle_core::quantized::gguf_file::{Content, Value};
use candle_core::{Result, bail};

/// The families that are read, as `general.architecture` names them.
pub const FAMILIES: [&str; 7] = [
    "llama", "qwen2", "qwen3", "qwen3moe", "phi3", "gemma3", "smollm3",
];

/// The layers.
#[derive(Debug, Clone)]
pub struct DecoderConfig {
    /// One of [`FAMILIES`].
    pub family: String,
    /// Width of the hidden states.
    pub width: usize,
    /// Number of layers.
    pub layers: usize,
    /// Heads of the queries.
    pub query_heads: usize,
    /// Heads of the keys and values; they divide those of the queries.
    pub key_heads: usize,
    /// Width of one head.
    pub head_width: usize,
    /// Added to the mean square in norms.
    pub epsilon: f64,
    /// Maximum number of tokens that can be read together.
    pub context: usize,
    /// The base of the rotations' wavelengths.
    pub theta: f64,
    /// Divisor of places before they are turned.
    pub stretch: f64,
    /// Values of a head that are turned; those behind them are not.
    pub turned: usize,
    /// How far back layers look that do not look at everything, in tokens.
    pub window: Option<usize>,
    /// Factor on the embedding of tokens.
    pub embedding_scale: Option<f64>,
    /// Number of a layer's experts that a token is sent to, if layers have experts.
    pub experts_used: Option<usize>,
}

impl DecoderConfig {
    /// Reads the header's fields; an error names the one that is missing or wrong.
    pub fn read(content: &Content) -> Result<Self> {
        let fields = Fields::new(content)?;
        let width = fields.whole("embedding_length")?;
        let query_heads = fields.whole("attention.head_count")?;
        let key_heads = fields
            .optional("attention.head_count_kv")?
            .unwrap_or(query_heads);
        if query_heads == 0 || key_heads == 0 || !query_heads.is_multiple_of(key_heads) {
            bail!("attention.head_count_kv has to divide attention.head_count");
        }
        let head_width = match fields.optional("attention.key_length")? {
            Some(width) => width,
            None => width / query_heads,
        };
        let turned = fields
            .optional("rope.dimension_count")?
            .unwrap_or(head_width);
        if turned == 0 || turned > head_width || !turned.is_multiple_of(2) {
            bail!("rope.dimension_count has to be even and at most a head's width");
        }
        let gemma = fields.family == "gemma3";
        // Longer texts would need the factors that are made for them, for the whole text.
        let context = match fields.optional("rope.scaling.original_context_length")? {
            Some(original) if fields.family == "phi3" => original,
            _ => fields.whole("context_length")?,
        };
        let linear = fields.word("rope.scaling.type") == Some("linear");
        Ok(Self {
            width,
            layers: fields.whole("block_count")?,
            query_heads,
            key_heads,
            head_width,
            epsilon: fields
                .number("attention.layer_norm_rms_epsilon")?
                .unwrap_or(1e-5),
            context,
            theta: fields.number("rope.freq_base")?.unwrap_or(10_000.0),
            stretch: match fields.number("rope.scaling.factor")? {
                Some(factor) if linear => factor,
                _ => 1.0,
            },
            turned,
            window: fields
                .optional("attention.sliding_window")?
                .filter(|window| *window > 0),
            embedding_scale: gemma.then(|| (width as f64).sqrt()),
            experts_used: fields.optional("expert_used_count")?,
            family: fields.family,
        })
    }

    /// Whether pairs that are turned stand side by side instead of half a head apart.
    pub(super) fn interleaved(&self) -> bool {
        matches!(self.family.as_str(), "llama" | "smollm3")
    }

    /// Whether a layer tells places at all (`SmolLM3` does not in each fourth one).
    pub(super) fn turns(&self, layer: usize) -> bool {
        self.family != "smollm3" || !(layer + 1).is_multiple_of(4)
    }

    /// Whether a layer looks back over the window alone (five of six of Gemma 3's).
    pub(super) fn is_local(&self, layer: usize) -> bool {
        match self.family.as_str() {
            "gemma3" => !(layer + 1).is_multiple_of(6),
            _ => self.window.is_some(),
        }
    }

    /// The base of the rotations' wavelengths in layers that look back over the window alone.
    pub(super) fn local_theta(&self) -> Option<f64> {
        (self.family == "gemma3").then_some(10_000.0)
    }

    /// Whether the gates of feed-forward layers have a GELU (by its tanh) instead of a `SiLU`.
    pub(super) fn has_gelu(&self) -> bool {
        self.family == "gemma3"
    }
}

/// The fields of a family, without its name before them.
struct Fields<'a> {
    content: &'a Content,
    family: String,
}

impl<'a> Fields<'a> {
    fn new(content: &'a Content) -> Result<Self> {
        let family = match content.metadata.get("general.architecture") {
            Some(Value::String(family)) => family.clone(),
            _ => bail!("it does not say which family it belongs to (general.architecture)"),
        };
        if !FAMILIES.contains(&family.as_str()) {
            bail!(
                "it is of the family “{family}”; families that can be run are {}",
                FAMILIES.join(", ")
            );
        }
        Ok(Self { content, family })
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        let name = format!("{}.{name}", self.family);
        self.content.metadata.get(&name)
    }

    fn whole(&self, name: &str) -> Result<usize> {
        match self.optional(name)? {
            Some(value) => Ok(value),
            None => bail!("{}.{name} is missing", self.family),
        }
    }

    fn optional(&self, name: &str) -> Result<Option<usize>> {
        let value = self.get(name).map(whole).transpose();
        value.map_err(|_| candle_core::Error::Msg(format!("{name} is not a whole number")))
    }

    fn number(&self, name: &str) -> Result<Option<f64>> {
        let value = self.get(name).map(Value::to_f32).transpose();
        let value =
            value.map_err(|_| candle_core::Error::Msg(format!("{name} is not a number")))?;
        Ok(value.map(f64::from))
    }

    fn word(&self, name: &str) -> Option<&'a str> {
        match self.get(name) {
            Some(Value::String(word)) => Some(word),
            _ => None,
        }
    }
}

/// A whole number of any width.
fn whole(value: &Value) -> Result<usize> {
    let number = match value {
        Value::I32(number) => u64::try_from(*number).map_err(candle_core::Error::wrap)?,
        Value::I64(number) => u64::try_from(*number).map_err(candle_core::Error::wrap)?,
        other => other.to_u64()?,
    };
    usize::try_from(number).map_err(candle_core::Error::wrap)
}
