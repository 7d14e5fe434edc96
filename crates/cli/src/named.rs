//! Options whose values are the names of things that a library lists.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zugwerk_puzzle::Symmetry;

/// Takes the name of one of `all`.
pub fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    described(all, move |value| PossibleValue::new(name(value)))
}

/// Takes one of `all` by the name that `describe` gives it, or by another.
pub fn described<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    describe: impl Fn(T) -> PossibleValue,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<PossibleValue> = all.iter().map(|value| describe(*value)).collect();
    PossibleValuesParser::new(values.clone()).try_map(move |text| {
        let meant = values.iter().zip(all).find(|(value, _)| value.matches(&text, false));
        meant.map(|(_, meant)| *meant).ok_or("not one of the values")
    })
}

/// Takes the name of a symmetry of clues.
pub fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    described(&Symmetry::ALL, |symmetry| {
        let value = PossibleValue::new(symmetry.name());
        match symmetry {
            Symmetry::None => value,
            Symmetry::Half => value.alias("turn").help("The same after half a turn"),
            Symmetry::Quarter => {
                value.help("The same after a quarter of a turn, on a square board")
            }
            Symmetry::Mirror => value.help("Left and right mirrored"),
            Symmetry::Cross => value.help("Mirrored both ways"),
        }
    })
}
