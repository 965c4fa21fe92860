//! Likeness in meaning, from vectors of whoever can make them.

use thiserror::Error;

use super::Described;

/// Makes one vector for each text, all of the same width.
pub type Embed = dyn Fn(&[&str]) -> Vec<Vec<f32>> + Send + Sync;

/// Why vectors were refused.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum DenseError {
    /// Not one for each tool.
    #[error("{got} vectors were given for {wanted} tools; give one for each, in their order")]
    Count {
        /// Number of vectors that were given.
        got: usize,
        /// Number of tools.
        wanted: usize,
    },
    /// Not all as wide as the first.
    #[error(
        "vector {index} has {got} numbers where the first has {wanted}; make all with one model"
    )]
    Width {
        /// Which one, counted from 0.
        index: usize,
        /// How wide it is.
        got: usize,
        /// How wide the first is.
        wanted: usize,
    },
}

/// The vectors of all tools, and what makes those of requests.
pub struct Dense {
    vectors: Vec<Vec<f32>>,
    embed: Box<Embed>,
}

impl Dense {
    /// Makes a vector of [`Described::text`] for each tool. That takes a model milliseconds for
    /// each: tens of thousands are better kept and given to [`Dense::from_vectors`].
    pub fn new(tools: &[Described], embed: Box<Embed>) -> Result<Self, DenseError> {
        let texts: Vec<String> = tools.iter().map(Described::text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = embed(&texts);
        Self::from_vectors(tools.len(), vectors, embed)
    }

    /// Takes vectors that were made before, one for each of so many tools, in their order.
    pub fn from_vectors(
        tools: usize,
        mut vectors: Vec<Vec<f32>>,
        embed: Box<Embed>,
    ) -> Result<Self, DenseError> {
        if vectors.len() != tools {
            let got = vectors.len();
            return Err(DenseError::Count { got, wanted: tools });
        }
        let wanted = vectors.first().map_or(0, Vec::len);
        if let Some(index) = vectors.iter().position(|vector| vector.len() != wanted) {
            let got = vectors[index].len();
            return Err(DenseError::Width { index, got, wanted });
        }
        for vector in &mut vectors {
            to_length_one(vector);
        }
        Ok(Self { vectors, embed })
    }

    /// How alike each tool is to a request, from 0 to 1: half by the whole of it, half by the
    /// clause that is most alike. Vectors that are missing or of another width count 0.
    pub(super) fn scores(&self, request: &str, clauses: &[&str]) -> Vec<f32> {
        let texts: Vec<&str> = std::iter::once(request)
            .chain(clauses.iter().copied())
            .collect();
        let mut asked = (self.embed)(&texts);
        for vector in &mut asked {
            to_length_one(vector);
        }
        let score = |vector: &Vec<f32>| {
            let likeness = asked.iter().map(|asked| dot(asked, vector));
            let whole = likeness.clone().next().unwrap_or(0.0);
            let best = likeness.fold(whole, f32::max);
            f32::midpoint(whole, best).clamp(0.0, 1.0)
        };
        self.vectors.iter().map(score).collect()
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    if a.len() != b.len() {
        return 0.0;
    }
    let sum: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    if sum.is_finite() { sum } else { 0.0 }
}

fn to_length_one(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        for x in vector {
            *x /= length;
        }
    }
}
