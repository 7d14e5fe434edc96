//! The Kuromasu table: read and check boards, solve, explain the next step, make new puzzles.

mod board;
mod generate;
mod solve;

use crate::api::Api;
use crate::progress::Length;

pub(crate) fn endpoints(api: Api) -> Api {
    api.answers("/kuromasu/read", "Read a puzzle in any format", board::read)
        .answers("/kuromasu/check", "The rules that a partly coloured board breaks", board::check)
        .streams::<_, solve::News>(
            "/kuromasu/solve",
            Length::Long,
            "Solve, and say whether there is one solution",
            solve::solve,
        )
        .streams::<_, solve::Advice>(
            "/kuromasu/hint",
            Length::Short,
            "The easiest next step, with its reason",
            solve::hint,
        )
        .streams::<_, generate::News>(
            "/kuromasu/generate",
            Length::Long,
            "Make a new puzzle",
            generate::generate,
        )
}
