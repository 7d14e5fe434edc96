//! Every number of the search, in one table: its name, its value, and the range that makes sense, from a
//! heuristic switched off to one overdone. A tuner sets them by name; so does the UCI command `setoption`.

/// Declares [`Parameters`] with a field, a default and a range for each number.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $low:literal..=$high:literal;)*) => {
        /// The numbers of the search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters { $($(#[$doc])* pub $name: i32,)* }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $default,)* }
            }
        }

        impl Parameters {
            /// Name, value, least and greatest sensible value of each.
            pub fn table(&self) -> Vec<(&'static str, i32, i32, i32)> {
                vec![$((stringify!($name), self.$name, $low, $high),)*]
            }

            /// Sets a number by its name; `false` where there is no such name or the value is out of range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($low..=$high).contains(&value) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

parameters! {
    /// Aspiration: half the first window around the last score.
    aspiration_window = 18 in 5..=9999;
    /// Reverse futility: greatest depth.
    reverse_futility_depth = 8 in 0..=12;
    /// Reverse futility: margin per ply.
    reverse_futility_margin = 90 in 30..=150;
    /// Razoring: greatest depth.
    razoring_depth = 3 in 0..=6;
    /// Razoring: margin at depth 0.
    razoring_base = 200 in 50..=500;
    /// Razoring: margin per ply.
    razoring_margin = 220 in 50..=500;
    /// Null move: least depth.
    null_depth = 3 in 2..=99;
    /// Null move: reduction at depth 0.
    null_base = 4 in 2..=6;
    /// Null move: plies of depth for one more ply of reduction.
    null_divisor = 3 in 2..=8;
    /// Null move: how far under beta the static evaluation may be, at depth 0 (a negative number: above).
    null_margin = -144 in -300..=100;
    /// Null move: the same for each ply.
    null_slope = 20 in 0..=50;
    /// Null move: lead in the evaluation for one more ply of reduction.
    null_lead = 208 in 80..=400;
    /// ProbCut: least depth.
    probcut_depth = 5 in 3..=99;
    /// ProbCut: how far above beta a shallow search must be.
    probcut_margin = 174 in 80..=350;
    /// Late-move pruning: moves before the first are skipped, at depth 0.
    late_move_base = 3 in 1..=999;
    /// Late-move pruning: hundredths of a move for each squared ply.
    late_move_slope = 120 in 20..=250;
    /// Futility: greatest reduced depth.
    futility_depth = 9 in 0..=14;
    /// Futility: margin at depth 0.
    futility_base = 88 in 20..=250;
    /// Futility: margin per ply.
    futility_margin = 78 in 30..=200;
    /// Futility: history score for a point of margin.
    futility_history = 125 in 40..=400;
    /// History pruning: score per ply under which a quiet move is skipped.
    history_pruning = 3504 in 1000..=99999;
    /// SEE pruning: loss allowed to a quiet move, per squared ply.
    see_quiet = 19 in 8..=9999;
    /// SEE pruning: loss allowed to a capture, per ply.
    see_capture = 85 in 40..=9999;
    /// Singular extension: least depth.
    singular_depth = 7 in 4..=99;
    /// Singular extension: sixteenths of a point under the hash value, per ply.
    singular_margin = 24 in 8..=64;
    /// Double extension: how far under the singular bound.
    double_extension = 18 in 0..=60;
    /// Check extension: greatest depth.
    check_extension_depth = 8 in 0..=99;
    /// Late-move reductions: hundredths at the first move.
    reduction_base = 69 in 0..=150;
    /// Late-move reductions: hundredths by which the product of logarithms is divided.
    reduction_divisor = 403 in 150..=99999;
    /// Late-move reductions: history score for one ply less.
    reduction_history = 7795 in 4000..=99999;
    /// Late-move reductions, in hundredths of a ply: a quiet move off the principal variation.
    reduction_not_pv = 102 in -50..=250;
    /// A quiet move where the side to move does not stand better than before.
    reduction_not_improving = 96 in -50..=250;
    /// A quiet move of a node that is expected to fail high.
    reduction_cut = 185 in 0..=400;
    /// A quiet move where the hash move is a capture.
    reduction_noisy_hash = 104 in -50..=250;
    /// A killer, which is reduced less.
    reduction_refutation = 89 in -50..=250;
    /// A capture, which is reduced less.
    reduction_capture = 93 in -50..=300;
    /// A capture of a node that is expected to fail high.
    reduction_capture_cut = 89 in -50..=250;
    /// A capture that loses material.
    reduction_bad_capture = 110 in -50..=250;
    /// A node that was once on a principal variation, whose moves are reduced less.
    reduction_was_pv = 103 in -50..=250;
    /// A move that gives check, which is reduced less.
    reduction_check = 100 in -50..=250;
    /// A move after which many nodes have failed high.
    reduction_cutoffs = 97 in -50..=250;
    /// Searched again, a ply deeper: how much better than the best a reduced move came out.
    deeper_margin = 37 in 0..=150;
    /// Quiescence: margin for captures that cannot reach alpha.
    delta_margin = 181 in 60..=300;
    /// History: bonus per ply of depth.
    history_bonus = 180 in 60..=350;
    /// History: greatest bonus.
    history_bonus_max = 1669 in 600..=4000;
    /// History: what a move loses that failed, per ply of depth.
    history_malus = 160 in 60..=350;
    /// History: the most that a move loses.
    history_malus_max = 1546 in 600..=4000;
    /// History: 64ths of what the pawns say about a quiet move.
    pawn_history = 64 in 0..=128;
    /// History: bonus per ply for the quiet move before, where none refutes it.
    prior_bonus = 177 in 0..=250;
    /// History: quarters of a point of history for a point that a quiet move changes the evaluation by.
    evaluation_bonus = 17 in 0..=80;
    /// Order: points of history for a quiet move that gives check and loses little.
    check_bonus = 8000 in 0..=32000;
    /// Order: points of history for the flight of an attacked queen, less for rooks and minor pieces; the same is lost by
    /// going where the other side attacks.
    flight_bonus = 4000 in 0..=32000;
    /// Evaluation: hundredths by which it is greater with all pieces on the board than with none.
    material_share = 30 in 0..=100;
    /// Correction: 64ths of what knights and bishops say.
    correction_minor = 48 in 0..=128;
    /// Correction: 64ths of what rooks and queens say.
    correction_major = 48 in 0..=128;
    /// Correction: 64ths of what the last two moves say.
    correction_moves = 64 in 0..=128;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_can_be_set_by_name() {
        let mut parameters = Parameters::default();
        for (name, value, low, high) in Parameters::default().table() {
            assert!((low..=high).contains(&value), "{name}");
            assert!(parameters.set(name, low) && !parameters.set(name, high + 1), "{name}");
        }
        assert!(!parameters.set("no such name", 1));
        assert!(parameters.table().iter().all(|(_, value, low, _)| value == low));
    }
}
