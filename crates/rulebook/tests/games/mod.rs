//! Games that do not come with the program, as somebody writes them who has read the documentation.

/// The text of a game, bundled or of this folder.
pub fn text(name: &str) -> String {
    let own = || {
        let path = format!("{}/tests/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    zugwerk_rulebook::bundled::text(name).map_or_else(own, str::to_string)
}
