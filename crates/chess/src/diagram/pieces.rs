//! The piece set: six drawings in a box of 100 by 100, drawn for Zugwerk.
//!
//! Each piece is a silhouette, filled and outlined, and a few inner lines that a dark piece shows light.

use crate::Role;

/// A drawing as the data of two SVG paths.
pub(super) struct Drawing {
    /// Filled and outlined.
    pub silhouette: &'static str,
    /// Lines inside.
    pub lines: &'static str,
}

pub(super) const fn drawing(role: Role) -> Drawing {
    match role {
        Role::Pawn => Drawing {
            silhouette: "M50 19 A14 14 0 0 1 59 44 H64 Q66 44 66 46.5 Q66 49 64 49 H58 \
                         C58 60 66 64 69 75 Q78 76 78 83 V88 H22 V83 Q22 76 31 75 \
                         C34 64 42 60 42 49 H36 Q34 49 34 46.5 Q34 44 36 44 H41 A14 14 0 0 1 50 19 Z",
            lines: "M31 75 H69",
        },
        Role::Knight => Drawing {
            silhouette: "M32 75 C31 62 43 57 45 46 C40 51 34 50 31 54 C28 59 23 62 18.5 58 \
                         C14.5 54 16 50 20 45 C24 39 25 34 28 30 C30 26 30 20 28 12 C34 14 38 17 41 21 \
                         C60 19 77 36 76 75 Q82 76 82 83 V88 H24 V83 Q24 76 32 75 Z",
            lines: "M32 75 H76 M37 33 L41 31 M22.5 52.5 L24.5 51 M52 26 C64 34 69 50 68.5 68",
        },
        Role::Bishop => Drawing {
            silhouette: "M50 9 A5.5 5.5 0 0 1 53 19.2 C67 31 69 45 61 57 L62 60 Q64 62 63 65 \
                         C64 70 68 72 70 75 Q78 76 78 83 V88 H22 V83 Q22 76 30 75 C32 72 36 70 37 65 \
                         Q36 62 38 60 L39 57 C31 45 33 31 47 19.2 A5.5 5.5 0 0 1 50 9 Z",
            lines: "M30 75 H70 M37.5 63 H62.5 M50 30 V47 M42.5 37.5 H57.5",
        },
        Role::Rook => Drawing {
            silhouette: "M26 16 H38 V24 H44 V16 H56 V24 H62 V16 H74 V34 L66 41 L69 72 L71 75 \
                         Q80 76 80 83 V88 H20 V83 Q20 76 29 75 L31 72 L34 41 L26 34 Z",
            lines: "M29 75 H71 M34 41 H66 M33.5 67 H66.5",
        },
        Role::Queen => Drawing {
            silhouette: "M27 66 L15 35 A4.6 4.6 0 1 1 19 34 L33 49 L31.5 23 A4.6 4.6 0 1 1 35.5 22.6 \
                         L45 46 L48 18 A4.6 4.6 0 1 1 52 18 L55 46 L64.5 22.6 A4.6 4.6 0 1 1 68.5 23 \
                         L67 49 L81 34 A4.6 4.6 0 1 1 85 35 L73 66 L71 75 Q79 76 79 83 V88 H21 V83 \
                         Q21 76 29 75 Z",
            lines: "M29 75 H71 M27 66 Q50 59 73 66",
        },
        Role::King => Drawing {
            silhouette: "M47 6 H53 V12 H59 V18 H53 V25 Q57 28 57.5 34 C66 28 84 31 84 46 C84 56 74 61 72.5 67 \
                         L71 75 Q79 76 79 83 V88 H21 V83 Q21 76 29 75 L27.5 67 C26 61 16 56 16 46 \
                         C16 31 34 28 42.5 34 Q43 28 47 25 V18 H41 V12 H47 Z",
            lines: "M29 75 H71 M27.5 67 Q50 60 72.5 67 M50 62 V46 C48 40 46 37 42.5 34 \
                    M50 46 C52 40 54 37 57.5 34",
        },
    }
}
