//! The network that values positions: 768 inputs a side (which piece stands where, seen from that side,
//! with its king on the files a to d), one hidden layer, and one output for each phase of the game.
//!
//! `train/` makes the file; its layout is that of `Network::to_bytes` there. All arithmetic is in
//! whole numbers, so that every processor finds the same value.

mod accumulator;
mod arithmetic;

pub(super) use accumulator::Accumulator;

use crate::named_file;
use arithmetic::Width;
use std::io::Read;
use std::sync::Arc;
use zugwerk_chess::{Color, Position, Role, Square};

/// Units of the hidden layer, for each side.
const HIDDEN: usize = 1024;
const INPUTS: usize = 768;
/// Outputs, chosen by the number of pieces on the board.
const BUCKETS: usize = 8;
/// What stands for one in the hidden layer and in the weights of the output.
const HIDDEN_ONE: i32 = 255;
const OUTPUT_ONE: i32 = 64;
/// Centipawns to one unit of output.
const SCALE: i64 = 400;
const MAGIC: &[u8; 8] = b"zwnet001";

/// The values of a side's hidden layer, or the weights from an input to it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Layer([i16; HIDDEN]);

impl Layer {
    const ZERO: Layer = Layer([0; HIDDEN]);
}

/// A trained network.
pub struct Network {
    inputs: Box<[Layer]>,
    bias: Layer,
    /// For each phase the weights of the own hidden layer and of the other side's.
    outputs: Box<[[Layer; 2]]>,
    output_bias: [i32; BUCKETS],
    checksum: u32,
}

#[cfg(not(target_family = "wasm"))]
static EMBEDDED: std::sync::LazyLock<Arc<Network>> = std::sync::LazyLock::new(|| {
    let bytes = include_bytes!("../../../network.bin");
    Arc::new(Network::from_bytes(bytes).expect("the network in the program is whole"))
});

/// In a browser the network is a file of its own, which modules share.
#[cfg(target_family = "wasm")]
static EMBEDDED: std::sync::OnceLock<Arc<Network>> = std::sync::OnceLock::new();

impl Network {
    /// Bytes of a network's file.
    pub const SIZE: usize =
        MAGIC.len() + 8 + 2 * HIDDEN * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS + 4;

    /// The network that comes with the program.
    #[cfg(not(target_family = "wasm"))]
    pub fn embedded() -> Arc<Network> {
        EMBEDDED.clone()
    }

    /// The network that came with the page, by [`Network::provide`].
    #[cfg(target_family = "wasm")]
    pub fn embedded() -> Arc<Network> {
        EMBEDDED.get().expect("the page provides the network first").clone()
    }

    /// Takes the network that comes with the page; only the first counts.
    #[cfg(target_family = "wasm")]
    pub fn provide(bytes: &[u8]) -> Result<(), String> {
        let network = Network::from_bytes(bytes)?;
        EMBEDDED.get_or_init(|| Arc::new(network));
        Ok(())
    }

    /// The network of a file with this name, or what is wrong with it.
    ///
    /// ```
    /// use zugwerk_engine::evaluation::Network;
    /// assert!(Network::open("/no/such/file").is_err());
    /// ```
    pub fn open(file: &str) -> Result<Network, String> {
        let mut bytes = Vec::new();
        let read = named_file::open(file)?.take(Network::SIZE as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| format!("{file}: {error}"))?;
        Network::from_bytes(&bytes).map_err(|message| format!("{file}: {message}"))
    }

    /// The network in the bytes that `train/` has written, or what is wrong with them.
    ///
    /// ```
    /// use zugwerk_engine::evaluation::Network;
    /// assert!(Network::from_bytes(b"zwnet001").is_err());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, String> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err("not a network (expected it to begin with zwnet001)".to_string());
        };
        let Some((body, sum)) = bytes.split_last_chunk() else {
            return Err("the network ends too early".to_string());
        };
        let shape = rest.first_chunk().map(|shape: &[u8; 8]| {
            let (hidden, buckets) = shape.split_at(4);
            [hidden, buckets]
                .map(|part| part.iter().rev().fold(0, |n, byte| n << 8 | u32::from(*byte)))
        });
        let Some([hidden, buckets]) = shape.map(|shape| shape.map(|part| part as usize)) else {
            return Err("the network ends too early".to_string());
        };
        if hidden == 0 || hidden > HIDDEN || buckets != BUCKETS {
            return Err(format!(
                "a network of {hidden} hidden units and {buckets} outputs (expected no more than {HIDDEN}, and {BUCKETS})"
            ));
        }
        let size = MAGIC.len() + 8 + 2 * hidden * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS + 4;
        if bytes.len() != size {
            let found = match bytes.len() {
                length if length > Network::SIZE => "more".to_string(),
                length => length.to_string(),
            };
            return Err(format!("a network of {found} bytes (expected {size})"));
        }
        let checksum = crc32fast::hash(body);
        if checksum != u32::from_le_bytes(*sum) {
            return Err("the network's checksum is wrong".to_string());
        }
        let mut numbers = body[MAGIC.len() + 8..]
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut number = || numbers.next().unwrap_or_default();
        // A narrower network is filled up with units that say nothing.
        let mut layer = || {
            let mut layer = Layer::ZERO;
            layer.0[..hidden].fill_with(&mut number);
            layer
        };
        let inputs = (0..INPUTS).map(|_| layer()).collect();
        let bias = layer();
        let outputs = (0..BUCKETS).map(|_| [layer(), layer()]).collect();
        let output_bias = std::array::from_fn(|_| {
            let [low, high] = [(); 2].map(|()| number());
            i32::from(high) << 16 | i32::from(low as u16)
        });
        Ok(Network { inputs, bias, outputs, output_bias, checksum })
    }

    /// What tells it from other networks.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The value for the side whose hidden layer is `own`, in centipawns.
    #[inline]
    fn value(&self, width: Width, own: &Layer, other: &Layer, pieces: usize) -> i32 {
        let bucket = (pieces.saturating_sub(2) / 4).min(BUCKETS - 1);
        let weights = &self.outputs[bucket];
        let sum = arithmetic::activate(width, own, &weights[0]).wrapping_add(arithmetic::activate(
            width,
            other,
            &weights[1],
        ));
        let output = sum / HIDDEN_ONE + self.output_bias[bucket];
        (i64::from(output) * SCALE / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }
}

/// The input for a piece on a square, as `viewer` sees it, whose king stands on the files e to h if `mirrored`.
#[inline(always)]
fn input(viewer: Color, mirrored: bool, color: Color, role: Role, square: Square) -> usize {
    let side = if color == viewer { 0 } else { 6 };
    let turned = if viewer == Color::White { 0 } else { 56 };
    let square = square.index() ^ turned ^ if mirrored { 7 } else { 0 };
    64 * (side + role.index()) + square
}

/// Whether a side sees the board mirrored.
#[inline(always)]
fn is_mirrored(position: &Position, viewer: Color) -> bool {
    position.king(viewer).is_some_and(|king| king.index() & 7 > 3)
}
