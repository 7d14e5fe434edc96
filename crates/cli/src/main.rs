//! The program `zugwerk`.

fn main() -> std::process::ExitCode {
    zugwerk::main()
}
