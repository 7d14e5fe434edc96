//! How a value is likely to end: win, draw or loss.

use crate::value::WIN_BOUND;

/// The expected results in thousandths, for the side to move; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Games won.
    pub win: u32,
    /// Games drawn.
    pub draw: u32,
    /// Games lost.
    pub loss: u32,
}

/// The value at which half of the games are won, and how fast that changes: fitted to 146 000 positions of
/// fast games of the engine against itself.
const HALF_WON: f64 = 115.0;
const SPREAD: f64 = 85.0;

impl Wdl {
    /// The results to be expected at this value.
    ///
    /// ```
    /// use zugwerk_engine::Wdl;
    /// let even = Wdl::of(0);
    /// assert!(even.draw > even.win && even.win == even.loss);
    /// assert_eq!(Wdl::of(31_990), Wdl { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn of(value: i32) -> Wdl {
        if value.abs() >= WIN_BOUND {
            let won = u32::from(value > 0) * 1000;
            return Wdl { win: won, draw: 0, loss: 1000 - won };
        }
        let won = |value: i32| {
            let share = 1.0 / (1.0 + ((HALF_WON - f64::from(value)) / SPREAD).exp());
            (1000.0 * share).round() as u32
        };
        let (win, loss) = (won(value), won(-value));
        Wdl { win, draw: 1000u32.saturating_sub(win + loss), loss }
    }
}
