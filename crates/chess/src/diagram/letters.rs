//! The letters a to h and digits 1 to 8 as strokes in a box of 10 by 14, so that a diagram looks the
//! same wherever it is shown, whatever fonts there are.

const LETTERS: [&str; 8] = [
    "M8 6 V13 M8 8 A3.5 3.3 0 1 0 8 11",
    "M2 1 V13 M2 8 A3.5 3.3 0 1 1 2 11",
    "M8 7.5 A3.6 3.4 0 1 0 8 11.5",
    "M8 1 V13 M8 8 A3.5 3.3 0 1 0 8 11",
    "M1.8 9.3 H8.2 A3.4 3.4 0 1 0 7.4 12",
    "M8 1.4 Q4.5 0.4 4.5 4 V13 M2 6 H7.5",
    "M8 6 V13.5 A3.2 3 0 0 1 2.3 15 M8 8 A3.5 3.3 0 1 0 8 11",
    "M2 1 V13 M2 8.6 C3.5 5.2 8 5.2 8 8.6 V13",
];

const DIGITS: [&str; 8] = [
    "M2.5 4 L5.5 1.5 V13",
    "M2 4.2 C2.2 0.4 8 0.6 8 4.4 C8 7 4 9.5 2 13 H8.3",
    "M2.2 2.6 C4 0.6 8 1 7.8 4.2 C7.6 6.6 5.6 6.8 4.4 6.8 C6 6.8 8.2 7.4 8.2 10 C8.2 13.6 3.6 14 1.8 11.8",
    "M6.8 13 V1.4 L1.6 9.6 H8.6",
    "M7.8 1.5 H3 L2.4 6.6 C5 5 8.4 6.2 8.2 9.6 C8 13.4 3.6 14 1.8 12",
    "M7.6 2 C4.4 2.6 1.8 5.6 1.8 9.4 A3.2 3.5 0 1 0 2.2 8",
    "M1.8 1.5 H8.2 L4 13",
    "M5 6.6 C1 5.4 1.8 1 5 1 C8.2 1 9 5.4 5 6.6 C0.4 8 1 13.2 5 13.2 C9 13.2 9.6 8 5 6.6 Z",
];

/// The strokes of the letter of a file, 0 for a.
pub(super) fn file(index: usize) -> &'static str {
    LETTERS[index & 7]
}

/// The strokes of the digit of a rank, 0 for 1.
pub(super) fn rank(index: usize) -> &'static str {
    DIGITS[index & 7]
}
