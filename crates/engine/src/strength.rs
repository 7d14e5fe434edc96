//! Playing weaker than one can, at a wanted Elo.

/// The weakest level.
pub const MIN_ELO: u32 = 800;
/// The strongest level below full strength.
pub const MAX_ELO: u32 = 2800;
