//! What a search remembers of positions: whether what is asked can be had from there.

/// A table of answers by key. It grows to its largest size, and then forgets the older of two answers
/// that want the same place.
pub struct Memory {
    /// The upper bits of a key and the answer in the two lowest.
    entries: Vec<u64>,
    used: usize,
    /// How many entries there may be, a power of two.
    most: usize,
}

const NO: u64 = 1;
const YES: u64 = 2;
const ANSWER: u64 = 3;
const SMALLEST: usize = 1 << 10;
/// A quarter of a gigabyte.
const LARGEST: usize = 1 << 25;

impl Memory {
    /// A table that knows nothing and may take `bytes`.
    pub fn new(bytes: Option<usize>) -> Memory {
        // While it grows the old entries are still there, half as many at most.
        let fits = bytes.map_or(LARGEST, |bytes| bytes / 12).clamp(SMALLEST, LARGEST);
        let most = 1 << fits.ilog2();
        Memory { entries: vec![0; SMALLEST], used: 0, most }
    }

    /// The answer for a position at a step, if it is known.
    pub fn get(&self, key: (u64, u16)) -> Option<bool> {
        let key = join(key);
        match self.entries[self.place(key)] ^ key & !ANSWER {
            NO => Some(false),
            YES => Some(true),
            _ => None,
        }
    }

    /// Remembers an answer.
    pub fn set(&mut self, key: (u64, u16), answer: bool) {
        if 2 * self.used >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        self.put(join(key) & !ANSWER | if answer { YES } else { NO });
    }

    fn place(&self, key: u64) -> usize {
        (key >> 2) as usize & (self.entries.len() - 1)
    }

    fn put(&mut self, entry: u64) {
        let place = self.place(entry);
        self.used += usize::from(self.entries[place] == 0);
        self.entries[place] = entry;
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![0; self.most.min(4 * old.len())];
        self.used = 0;
        old.into_iter().filter(|entry| *entry != 0).for_each(|entry| self.put(entry));
    }
}

/// One key for a position and a step.
fn join((key, step): (u64, u16)) -> u64 {
    key.wrapping_add(u64::from(step).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_survives_growth_or_is_forgotten_but_never_changes() {
        let mut memory = Memory::new(None);
        let key = |n: u64| {
            let mixed = n.wrapping_mul(0xD6E8_FEB8_6659_FD93);
            ((mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93), (n % 5) as u16)
        };
        for n in 0..50_000 {
            memory.set(key(n), n % 3 == 0);
        }
        let known = (0..50_000).filter_map(|n| memory.get(key(n)).map(|answer| (n, answer)));
        let known: Vec<(u64, bool)> = known.collect();
        assert!(known.len() > 25_000, "{}", known.len());
        assert!(known.iter().all(|(n, answer)| *answer == (n % 3 == 0)));
        assert_eq!(memory.get((77, 1)), None);
    }

    #[test]
    fn a_table_stays_within_its_bytes() {
        for bytes in [0, 10_000, 100_000, 1_000_000] {
            let mut memory = Memory::new(Some(bytes));
            for n in 0..200_000_u64 {
                memory.set((n.wrapping_mul(0xD6E8_FEB8_6659_FD93), 0), true);
            }
            let taken = memory.entries.len() * size_of::<u64>();
            assert!(taken <= bytes.max(SMALLEST * size_of::<u64>()), "{taken} of {bytes}");
            assert!(16 * taken > bytes, "{taken} of {bytes}");
        }
    }
}
