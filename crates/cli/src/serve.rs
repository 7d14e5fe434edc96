//! `zugwerk serve`: the workbench in the browser.

use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::process::{Command as Process, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;
use zugwerk_server::Settings;

/// Open the workbench in the browser: play, analyse, solve, generate
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk serve                         on http://127.0.0.1:8080, or another port if that is taken
  zugwerk serve --open                  and show it in the browser
  zugwerk serve --addr 0.0.0.0:9000 --host board.local

It answers to this machine alone unless --addr says otherwise, needs no internet and stores nothing.
Ctrl-C ends it. The API is described at /api/v1/openapi.json.")]
pub struct Command {
    /// The address and port to listen on [default: 127.0.0.1:8080, or a free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    addr: Option<SocketAddr>,
    /// A name under which browsers may ask for the page, besides localhost and addresses
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// How many searches run at once, one thread each [default: the cores, at least 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Mebibytes of each engine's table
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
}

#[derive(Serialize)]
struct Listening {
    url: String,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let interrupted = interrupt::flag();
        let defaults = Settings::default();
        let settings = Settings {
            searches: self.threads.map_or(defaults.searches, usize::from),
            hash: self.hash as usize,
            hosts: self.host,
            ..defaults
        };
        let usual = SocketAddr::from(([127, 0, 0, 1], 8080));
        let address = self.addr.unwrap_or(usual);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::bad_input(format!("cannot start: {error}")))?;
        runtime.block_on(async {
            let listener = zugwerk_server::bind(address, self.addr.is_none())
                .await
                .map_err(|error| cannot_listen(address, &error))?;
            let at = listener.local_addr().map_err(|error| cannot_listen(address, &error))?;
            let url = format!("http://{at}");
            announce(terminal, &url)?;
            if self.open {
                open(&url);
            }
            let stop = async {
                while !interrupted.load(Ordering::SeqCst) {
                    tokio::time::sleep(Duration::from_millis(30)).await;
                }
            };
            zugwerk_server::serve(listener, settings, stop).await;
            Ok::<(), Failure>(())
        })?;
        // Searches have been told to end; one that does not is not worth waiting for.
        runtime.shutdown_timeout(Duration::from_secs(2));
        Ok(Exit::Answered)
    }
}

fn announce(terminal: &mut Terminal, url: &str) -> Result<(), Failure> {
    if terminal.json() {
        terminal.print_json(&Listening { url: url.to_string() })?;
    } else {
        writeln!(terminal, "Zugwerk is at {url} (Ctrl-C ends it)")?;
        if !zugwerk_server::is_built() {
            writeln!(
                terminal,
                "This program was built without the page: run tools/build-page first."
            )?;
        }
    }
    Ok(terminal.flush()?)
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Failure {
    let advice = match error.kind() {
        ErrorKind::AddrInUse => "; leave --addr out to take any free port",
        ErrorKind::PermissionDenied => "; ports below 1024 are reserved, try 8080",
        _ => "",
    };
    Failure::bad_input(format!("cannot listen on {address}: {error}{advice}"))
}

/// Asks the desktop to show the page; where there is none, the address was printed already.
fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = Process::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
