//! The memory of the transposition table: zeroed by the system page by page as it is first touched, so
//! that a table of many gibibytes costs nothing until it is used, and a failure is no panic.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// One cache line: four entries of two words.
#[repr(C, align(64))]
#[derive(Default)]
pub(super) struct Bucket(pub [[AtomicU64; 2]; 4]);

/// The size of a huge page. The buckets begin at a multiple of it.
const HUGE_PAGE: usize = 2 << 20;

/// Zeroed buckets.
pub(super) struct Memory {
    whole: NonNull<u8>,
    layout: Layout,
    buckets: NonNull<Bucket>,
    count: usize,
}

// SAFETY: the memory is owned like a `Box<[Bucket]>`'s, and buckets may be sent and shared.
unsafe impl Send for Memory {}
// SAFETY: the same.
unsafe impl Sync for Memory {}

impl Memory {
    /// `count` buckets, at least one, or nothing where the memory cannot be had.
    pub fn new(count: usize) -> Option<Memory> {
        let count = count.max(1);
        let bytes = count.checked_mul(size_of::<Bucket>())?;
        // Asked for with a greater alignment than a word's, memory would be zeroed here and now; so the
        // aligned part is taken out of a little more.
        let layout = Layout::array::<u64>((bytes.checked_add(HUGE_PAGE)?) / 8).ok()?;
        // SAFETY: the layout is not of size 0. The aligned part has room for the buckets, since less than
        // `HUGE_PAGE` bytes lie before it, and a zeroed `Bucket` is a valid one.
        unsafe {
            let whole = NonNull::new(alloc_zeroed(layout))?;
            let start = whole.add(whole.align_offset(HUGE_PAGE));
            want_huge_pages(start, bytes);
            Some(Memory { whole, layout, buckets: start.cast(), count })
        }
    }
}

impl Memory {
    /// Makes all buckets zero again. Where the system can take the pages back it does, which costs next to
    /// nothing for those that were never touched, and zeroes each when it is touched again.
    pub fn clear(&mut self) {
        let bytes = self.count * size_of::<Bucket>();
        let kept = bytes - give_back(self.buckets.cast(), bytes);
        let first = self.count - kept.div_ceil(size_of::<Bucket>());
        self[first..].fill_with(Bucket::default);
    }
}

/// Gives whole pages from `start` on back to the system, which hands them out zeroed; tells how many bytes.
fn give_back(start: NonNull<u8>, bytes: usize) -> usize {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        // No page of Linux is larger, but for huge ones, which are split where they must.
        const PAGE: usize = 64 << 10;
        let whole = bytes - bytes % PAGE;
        // SAFETY: the range lies within the allocation, which is private memory, begins at a page, and
        // nobody else sees it, since `Memory::clear` holds it exclusively.
        let result = unsafe { libc::madvise(start.as_ptr().cast(), whole, libc::MADV_DONTNEED) };
        if result == 0 {
            return whole;
        }
    }
    let _ = (start, bytes);
    0
}

impl Deref for Memory {
    type Target = [Bucket];

    #[inline(always)]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: `count` valid buckets lie there as long as `self` lives.
        unsafe { std::slice::from_raw_parts(self.buckets.as_ptr(), self.count) }
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [Bucket] {
        // SAFETY: as above, and nobody else holds `self`.
        unsafe { std::slice::from_raw_parts_mut(self.buckets.as_ptr(), self.count) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout; buckets need no drop.
        unsafe { dealloc(self.whole.as_ptr(), self.layout) };
    }
}

/// Asks the system for huge pages: the search jumps about in the table, and with small pages much of the
/// wait for an entry is the wait for its page's address. A refusal does no harm.
fn want_huge_pages(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the range lies within the allocation, and this advice leaves its contents as they are.
    #[cfg(all(target_os = "linux", not(miri)))]
    unsafe {
        libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE);
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = (start, bytes);
}
