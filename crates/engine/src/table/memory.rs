//! The memory of the transposition table: zeroed by the system page by page as it is first touched, so
//! that a table of many gibibytes costs nothing until it is used, and a failure is no panic.

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::AtomicU64;

/// One cache line: four entries of two words.
#[repr(C, align(64))]
#[derive(Default)]
pub(super) struct Bucket(pub [[AtomicU64; 2]; 4]);

/// So many zeroed buckets, at least one, or nothing where the memory cannot be had.
pub(super) fn zeroed(buckets: usize) -> Option<Vec<Bucket>> {
    let buckets = buckets.max(1);
    let layout = Layout::array::<Bucket>(buckets).ok()?;
    // SAFETY: the layout is not of size 0. A zeroed `Bucket` is a valid one, for an `AtomicU64` has the
    // representation of a `u64`. The vector gets the pointer with the layout that it would have
    // allocated itself: this many buckets, all initialised.
    unsafe {
        let memory = alloc_zeroed(layout).cast::<Bucket>();
        (!memory.is_null()).then(|| Vec::from_raw_parts(memory, buckets, buckets))
    }
}

/// Asks the processor to fetch a bucket that will be needed soon.
#[inline(always)]
pub(super) fn prefetch(bucket: &Bucket) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: prefetching reads nothing that the program could see, and the address is valid anyway.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = bucket;
}
