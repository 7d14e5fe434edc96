//! Numbers on the command line, refused in our own words.

use std::time::Duration;

/// A whole number from 1 on.
pub fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("expected a whole number above 0".to_string()),
    }
}

/// A whole number from 0 on.
pub fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number that is not negative".to_string())
}

/// A time in seconds, more than none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches('s').parse::<f64>().ok();
    let time = number.filter(|number| *number > 0.0).map(Duration::try_from_secs_f64);
    match time {
        Some(Ok(time)) => Ok(time),
        _ => Err("expected a number of seconds, more than 0, such as 10 or 0.5".to_string()),
    }
}
