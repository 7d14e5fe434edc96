//! Files that a person names: networks and opening books.

use std::fs::File;

/// Opens the file with this name, or says what is wrong with it.
pub(crate) fn open(name: &str) -> Result<File, String> {
    let failed = |error: std::io::Error| format!("{name}: {error}");
    // A pipe or a device may be without end, and opening it may wait for ever.
    if !std::fs::metadata(name).map_err(failed)?.is_file() {
        return Err(format!("{name}: expected a file"));
    }
    File::open(name).map_err(failed)
}
