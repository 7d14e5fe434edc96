//! How much later moves are searched less deeply: a table by depth and move number.

use crate::parameters::Parameters;

/// The table of late-move reductions, in plies.
pub(super) struct Reductions(Vec<[i8; 64]>);

impl Reductions {
    pub fn new(parameters: &Parameters) -> Reductions {
        let base = f64::from(parameters.reduction_base) / 100.0;
        let divisor = f64::from(parameters.reduction_divisor) / 100.0;
        let reduction = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (base + product / divisor) as i8
        };
        Reductions(
            (0..64).map(|depth| std::array::from_fn(|number| reduction(depth, number))).collect(),
        )
    }

    /// The reduction of the move with this number at this depth.
    #[inline(always)]
    pub fn of(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}
