//! The Python module beside python-chess. Both are Python, so that a script measures them; here it only gets the
//! module as it is shipped.

use std::path::Path;
use std::process::{Command, Stdio};

/// Builds the module and runs `python/bench.py`.
pub fn run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let setup = Command::new(root.join("tools/setup-python"))
        .arg("--release")
        .stderr(Stdio::inherit())
        .output()
        .expect("tools/setup-python can be run");
    if !setup.status.success() {
        println!("\n## Python\n\nthe module could not be built, see above");
        return;
    }
    let python = String::from_utf8_lossy(&setup.stdout);
    let measured = Command::new(python.trim()).arg(root.join("python/bench.py")).status();
    assert!(measured.is_ok_and(|status| status.success()), "python/bench.py failed");
}
