//! The time that passes. It is the standard library's where that has a clock; in a browser the page hands
//! one in.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use std::ops::Sub;
    use std::time::Duration;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since some moment, always the same one.
        safe fn now() -> f64;
    }

    /// A moment, as far as programs in a browser can know it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        }

        /// How long ago it was.
        pub fn elapsed(self) -> Duration {
            Instant::now() - self
        }

        /// The moment so much later.
        pub fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }

        /// The moment so much earlier.
        pub fn checked_sub(self, time: Duration) -> Option<Instant> {
            self.0.checked_sub(time).map(Instant)
        }

        /// How long after `earlier` it is; nothing where it is before that.
        pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
            self - earlier
        }

        /// The same.
        pub fn duration_since(self, earlier: Instant) -> Duration {
            self - earlier
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
