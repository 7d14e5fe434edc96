//! One entry of the table: two words that tell by themselves whether they belong together.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A word of memory that several threads read and write at once, without order among them.
pub(super) trait Word {
    fn get(&self) -> u64;
    fn set(&self, bits: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline(always)]
    fn set(&self, bits: u64) {
        self.store(bits, Relaxed);
    }
}

/// Keeps `bits`, which are not 0, under `key`.
#[inline(always)]
pub(super) fn write([mixed, data]: &[impl Word; 2], key: u64, bits: u64) {
    mixed.set(key ^ bits);
    data.set(bits);
}

/// The bits kept under `key`, and no others: words of two writers do not match.
#[inline(always)]
pub(super) fn read([mixed, data]: &[impl Word; 2], key: u64) -> Option<u64> {
    let bits = data.get();
    (mixed.get() ^ bits == key && bits != 0).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use loom::sync::Arc;

    impl Word for loom::sync::atomic::AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Relaxed)
        }

        fn set(&self, bits: u64) {
            self.store(bits, Relaxed);
        }
    }

    /// Two writers and a reader in every order that the memory model allows.
    #[test]
    fn a_reader_never_sees_the_words_of_two_writers() {
        loom::model(|| {
            let slot = Arc::new([0, 0].map(loom::sync::atomic::AtomicU64::new));
            let writers = [(0xAAAA, 0x11), (0x5555, 0x22)].map(|(key, bits)| {
                let slot = slot.clone();
                loom::thread::spawn(move || write(&slot, key, bits))
            });
            assert!(matches!(read(&slot, 0xAAAA), None | Some(0x11)));
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }
}
