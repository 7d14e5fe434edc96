//! Whole numbers on the command line, refused in our own words.

/// A whole number from 0 on.
pub fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number that is not negative".to_string())
}
