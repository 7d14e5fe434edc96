//! What the evaluation looks at: the list of features, each with a place among the weights.

/// Declares each feature, or row of features, as the place of its first weight.
macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: $count:expr;)*) => {
        features!(@places 0; $($(#[$doc])* $name: $count;)*);
        /// Name, first place and length of each row.
        pub const ROWS: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $count),)*];
    };
    (@places $at:expr; $(#[$doc:meta])* $name:ident: $count:expr; $($rest:tt)*) => {
        $(#[$doc])* pub const $name: usize = $at;
        features!(@places $at + $count; $($rest)*);
    };
    (@places $at:expr;) => {
        /// How many weights there are.
        pub const COUNT: usize = $at;
    };
}

features! {
    /// A man on a square, seen from its side, the e- to h-file as the d- to a-file; the man's own worth is
    /// in it. Pawn to king, each a1 to d8.
    SQUARES: 6 * 32;
    /// How many squares a knight can go to.
    KNIGHT_MOBILITY: 9;
    /// How many squares a bishop can go to.
    BISHOP_MOBILITY: 14;
    /// How many squares a rook can go to.
    ROOK_MOBILITY: 15;
    /// How many squares a queen can go to.
    QUEEN_MOBILITY: 28;
    /// Two bishops on squares of both colours.
    BISHOP_PAIR: 1;
    /// A bishop's own pawns on squares of its colour, each.
    BISHOP_PAWNS: 1;
    /// A knight, then a bishop, defended by a pawn where no pawn can drive it off.
    OUTPOST: 2;
    /// A rook on a file without pawns, then without own pawns.
    ROOK_FILE: 2;
    /// A pawn with no own pawn on the neighbouring files.
    ISOLATED: 1;
    /// A pawn behind another on its file.
    DOUBLED: 1;
    /// A pawn that cannot advance safely and that no pawn can defend.
    BACKWARD: 1;
    /// A pawn beside another, by rank.
    PHALANX: 8;
    /// A pawn defended by another, by rank.
    DEFENDED: 8;
    /// A pawn that no enemy pawn can stop, by rank.
    PASSED: 8;
    /// A passed pawn with an empty square ahead that the enemy does not attack, by rank.
    PASSED_FREE: 8;
    /// Distance of the own king to the square ahead of a passed pawn beyond the middle.
    PASSED_OWN_KING: 8;
    /// Distance of the enemy king to it.
    PASSED_ENEMY_KING: 8;
    /// Own pawn nearest before the king on its file, then on a neighbouring file, by rank; 0 for none.
    SHELTER: 16;
    /// Enemy pawn nearest before the king on its file, then on a neighbouring file, by rank; 0 for none.
    STORM: 16;
    /// How strongly the enemy king is attacked.
    KING_DANGER: 40;
    /// A pawn attacks a knight, bishop, rook, queen.
    PAWN_THREAT: 4;
    /// A knight or bishop attacks a knight, bishop, rook, queen.
    MINOR_THREAT: 4;
    /// A rook attacks a knight, bishop, queen.
    ROOK_THREAT: 3;
    /// An enemy man is attacked and not defended.
    HANGING: 1;
    /// A pawn can safely advance to attack a piece.
    PUSH_THREAT: 1;
    /// To have the move.
    TEMPO: 1;
}
