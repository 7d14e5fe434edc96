//! The network around the router: connections are counted, silent and slow ones are cut off, and all
//! of them end in good order when the server stops.

use crate::http::{Network, routes};
use crate::settings::Settings;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// How long a client may refuse to take what we send.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// Bytes that wait on a connection in each direction; a request's head must fit.
const BUFFER: usize = 32 << 10;
/// How long connections may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// Listens on `address`; on another free port of the same machine if `any_port` and it is taken.
pub async fn bind(address: SocketAddr, any_port: bool) -> io::Result<TcpListener> {
    match TcpListener::bind(address).await {
        Err(error) if any_port && error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(address.ip(), 0)).await
        }
        result => result,
    }
}

/// Answers requests until `stop`, then cancels what runs and returns.
pub async fn serve(listener: TcpListener, settings: Settings, stop: impl Future<Output = ()>) {
    let connections = Arc::new(Semaphore::new(settings.connections));
    let idle_time = settings.idle_time;
    let net = Network::new(settings);
    let service = TowerToHyperService::new(routes(net.clone()));
    let graceful = GracefulShutdown::new();
    let mut sweep = tokio::time::interval(Duration::from_secs(60));
    let mut stop = std::pin::pin!(stop);
    loop {
        let place = connections.clone().acquire_owned();
        let accepted = async { (place.await, listener.accept().await) };
        tokio::select! {
            () = &mut stop => break,
            _ = sweep.tick() => net.shared.engines.expire(),
            (place, accepted) = accepted => {
                let Ok((stream, _)) = accepted else {
                    // Out of file descriptors, most likely: let some connections end.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(idle_time).max_buf_size(BUFFER);
                let connection = http.serve_connection(timed(stream), service.clone());
                let connection = graceful.watch(connection);
                tokio::spawn(async move {
                    let _ = connection.await; // a client that goes away is no news
                    drop(place);
                });
            }
        }
    }
    drop(listener);
    net.jobs.close();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

fn timed(stream: TcpStream) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    TokioIo::new(Box::pin(stream))
}
