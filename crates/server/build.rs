//! Embeds the page. `tools/build-page` writes it to `web/dist`; without it the server still builds, and
//! says at `/` how to get the page.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let web = Path::new(&root).join("../../web");
    let dist = web.join("dist");
    // A folder that is not there would count as changed every time.
    let watched = if dist.exists() { &dist } else { &web };
    println!("cargo::rerun-if-changed={}", watched.display());
    let mut table = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    let mut files: Vec<_> = fs::read_dir(&dist).into_iter().flatten().flatten().collect();
    files.sort_by_key(|file| file.file_name());
    for file in files {
        let path = fs::canonicalize(file.path()).expect("a file just listed exists");
        println!("cargo::rerun-if-changed={}", path.display());
        let name = file.file_name().to_string_lossy().into_owned();
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("writing to a string cannot fail");
    }
    table.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("page.rs"), table).expect("the build folder can be written");
}
