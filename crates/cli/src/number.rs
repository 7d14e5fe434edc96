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

/// Longer than anybody waits; far longer times would not fit into a clock.
const LONGEST: Duration = Duration::from_secs(864_000);

/// A time in seconds, more than none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match time(text) {
        Some(time) if time > Duration::ZERO => Ok(time),
        _ => Err("expected a number of seconds, more than 0, such as 10 or 0.5".to_string()),
    }
}

/// A time in seconds that may be none.
pub fn seconds_or_none(text: &str) -> Result<Duration, String> {
    time(text).ok_or_else(|| {
        "expected a number of seconds that is not negative, such as 10 or 0.5".to_string()
    })
}

fn time(text: &str) -> Option<Duration> {
    let number = text.trim_end_matches('s').parse().ok().filter(|number: &f64| !number.is_nan())?;
    Duration::try_from_secs_f64(number.min(LONGEST.as_secs_f64())).ok()
}

/// The time at the start, of which `unit` is one, and the seconds added with each move: `10+0.1`.
pub fn clock(text: &str, unit: Duration) -> Option<(Duration, Duration)> {
    let (start, added) = text.split_once('+').unwrap_or((text, "0"));
    let start = time(start).filter(|start| *start > Duration::ZERO)?;
    Some((start.mul_f64(unit.as_secs_f64()).min(LONGEST), time(added)?))
}

/// A number with its noun: `1 game`, `2 games`.
pub fn counted(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_finite_and_not_negative() {
        for text in ["", "-1", "nan", "ten", "1+1", "s"] {
            assert!(seconds(text).is_err() && seconds_or_none(text).is_err(), "{text}");
        }
        assert!(seconds("0").is_err());
        assert_eq!(seconds_or_none("0"), Ok(Duration::ZERO));
        assert_eq!(seconds("0.5s"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("1e300"), Ok(LONGEST));
    }

    #[test]
    fn a_clock_has_time_at_the_start() {
        let minute = Duration::from_secs(60);
        assert_eq!(clock("5+3", minute), Some((5 * minute, Duration::from_secs(3))));
        assert_eq!(clock("2", minute), Some((2 * minute, Duration::ZERO)));
        for text in ["0+0", "0+1", "-1+1", "x", "1+x", ""] {
            assert_eq!(clock(text, minute), None, "{text}");
        }
    }
}
