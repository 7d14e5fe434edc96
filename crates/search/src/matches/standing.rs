//! The score of a match and what it says about strength: an Elo difference with its error, and a
//! sequential test that ends a match as soon as the question is settled.

/// The score so far, seen by the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Games won, drawn and lost.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games from the same opening by their result: 0, ½, 1, 1½ and 2 points. Two games of
    /// a pair are not independent, so the pair is the unit that error bars are made of.
    pub pairs: [u32; 5],
}

impl Standing {
    /// How many games have been played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, from 0 to 1; ½ before the first one.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(games),
        }
    }

    /// The Elo difference that the score stands for, and the ends of its 95 % interval; infinite
    /// where every game was won, or lost.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (mut low, mut high) = self.score_interval();
        // Rounding must not bring the end of the interval to this side of the score itself.
        let score = self.score();
        if score == 0.0 {
            low = 0.0;
        }
        if score == 1.0 {
            high = 1.0;
        }
        (elo_of_score(score), elo_of_score(low), elo_of_score(high))
    }

    /// The 95 % interval of the score.
    fn score_interval(&self) -> (f64, f64) {
        const TWO_SIDED_95: f64 = 1.959_964;
        let (mean, variance, count) = self.moments();
        if count == 0.0 {
            return (0.0, 1.0);
        }
        if variance == 0.0 {
            // All results alike: their spread says nothing, so take Wilson's interval.
            let games = f64::from(self.games());
            let z = TWO_SIDED_95 * TWO_SIDED_95 / games;
            let middle = (mean + z / 2.0) / (1.0 + z);
            let half =
                TWO_SIDED_95 / (1.0 + z) * (mean * (1.0 - mean) / games + z / (4.0 * games)).sqrt();
            return ((middle - half).max(0.0), (middle + half).min(1.0));
        }
        let half = TWO_SIDED_95 * (variance / count).sqrt();
        ((mean - half).max(0.0), (mean + half).min(1.0))
    }

    /// Mean and variance of what is counted, and how many there are: pairs of games where the match
    /// is made of pairs, else single games. The mean is always the score of all games.
    fn moments(&self) -> (f64, f64, f64) {
        let games = f64::from(self.games());
        if games == 0.0 {
            return (0.5, 0.0, 0.0);
        }
        let mean = self.score();
        let spread = |results: &[(u32, f64)]| -> f64 {
            results.iter().map(|&(count, value)| f64::from(count) * (value - mean).powi(2)).sum()
        };
        let paired = 2 * self.pairs.iter().sum::<u32>();
        // A few games whose partner is still being played must not hide the pairs.
        if paired * 2 <= self.games() {
            let singles = [(self.losses, 0.0), (self.draws, 0.5), (self.wins, 1.0)];
            return (mean, spread(&singles) / games, games);
        }
        let pairs: Vec<(u32, f64)> =
            self.pairs.iter().enumerate().map(|(n, &count)| (count, n as f64 / 4.0)).collect();
        // The games without a partner count half as much as a pair each. Of several only the sum is known, so they are
        // taken to differ as much as they can.
        let alone = self.games().saturating_sub(paired);
        let in_pairs: f64 =
            pairs.iter().map(|&(count, value)| 2.0 * f64::from(count) * value).sum();
        let value = match alone {
            0 => 0.0,
            _ => ((mean * games - in_pairs) / f64::from(alone)).clamp(0.0, 1.0),
        };
        let among = if alone > 1 { value * (1.0 - value) } else { 0.0 };
        let alone_spread = f64::from(alone) * ((value - mean).powi(2) + among);
        // Each pair has twice the weight of a game; the variance of the mean is that of the weighted sum.
        let count = games / 2.0;
        let variance = (spread(&pairs) + alone_spread / 4.0) / count;
        (mean, variance, count)
    }
}

/// The Elo difference at which this score is expected.
///
/// ```
/// use zugwerk_search::matches::elo_of_score;
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((elo_of_score(0.75) - 190.85).abs() < 0.01);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that is expected at this Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the first player better by `elo1`, or only by `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the hypothesis to be rejected.
    pub elo0: f64,
    /// The difference under the hypothesis to be accepted.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is at least `elo1`, as far as the test can tell.
    Accepted,
    /// It is at most `elo0`.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio of the two hypotheses: the generalised test with the variance taken
    /// from the results themselves (Van den Bergh, "A practical introduction to the GSPRT").
    pub fn ratio(&self, standing: &Standing) -> f64 {
        let (mean, variance, count) = standing.moments();
        if count == 0.0 {
            return 0.0;
        }
        // A few results tell little about their spread: as if one more had been far off.
        let variance = (variance * count + 0.25) / (count + 1.0);
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Whether the test has ended.
    pub fn decide(&self, standing: &Standing) -> Decision {
        let ratio = self.ratio(standing);
        let (low, high) = self.bounds();
        if ratio >= high {
            Decision::Accepted
        } else if ratio <= low {
            Decision::Rejected
        } else {
            Decision::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-300.0, -5.0, 0.0, 12.5, 191.0, 800.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn a_known_result_has_its_known_error() {
        // 40 wins, 20 draws, 20 losses: score 0.625, deviation per game √(0.171875 − …).
        let standing = Standing { wins: 40, draws: 20, losses: 20, pairs: [0; 5] };
        let (elo, low, high) = standing.elo();
        let variance =
            (40.0 * 0.375f64.powi(2) + 20.0 * 0.125f64.powi(2) + 20.0 * 0.625f64.powi(2)) / 80.0;
        let half = 1.959_964 * (variance / 80.0).sqrt();
        assert!((elo - elo_of_score(0.625)).abs() < 1e-9);
        assert!((low - elo_of_score(0.625 - half)).abs() < 1e-9);
        assert!((high - elo_of_score(0.625 + half)).abs() < 1e-9);
    }

    #[test]
    fn winning_everything_leaves_a_finite_lower_end() {
        let standing = Standing { wins: 100, pairs: [0, 0, 0, 0, 50], ..Standing::default() };
        let (elo, low, high) = standing.elo();
        assert!(elo.is_infinite() && high.is_infinite() && low > 300.0 && low < 700.0);
    }

    #[test]
    fn an_infinite_estimate_has_an_infinite_end_whatever_the_number_of_games() {
        for pairs in 1..200 {
            let won =
                Standing { wins: 2 * pairs, pairs: [0, 0, 0, 0, pairs], ..Default::default() };
            let lost =
                Standing { losses: 2 * pairs, pairs: [pairs, 0, 0, 0, 0], ..Default::default() };
            let (elo, low, high) = won.elo();
            assert!(elo == f64::INFINITY && high == f64::INFINITY && low.is_finite(), "{pairs}");
            let (elo, low, high) = lost.elo();
            assert!(elo == f64::NEG_INFINITY && low == f64::NEG_INFINITY && high.is_finite());
        }
    }

    /// Plays made-up games of a known strength and counts how often the test goes wrong.
    fn accepted(elo: f64, runs: u32) -> u32 {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let mut rng = Rng::new(1);
        let win = score_of_elo(elo);
        (0..runs)
            .filter(|_| {
                let mut standing = Standing::default();
                loop {
                    let points = (0..2)
                        .filter(|_| (rng.bits() >> 11) as f64 / ((1u64 << 53) as f64) < win)
                        .count();
                    standing.wins += points as u32;
                    standing.losses += 2 - points as u32;
                    standing.pairs[2 * points] += 1;
                    let decision = sprt.decide(&standing);
                    if decision != Decision::Open {
                        return decision == Decision::Accepted;
                    }
                }
            })
            .count() as u32
    }

    #[test]
    fn the_test_errs_no_more_often_than_it_promises() {
        let (runs, slack) = (400, 16); // 5 % are 20 of 400; four deviations more are 17
        assert!(accepted(0.0, runs) <= runs / 20 + slack);
        assert!(accepted(50.0, runs) >= runs - runs / 20 - slack);
    }
}
