//! Which variable to choose next: the most active one first (VSIDS), kept in a binary heap.

/// A heap of variables by activity, and the activities.
#[derive(Default)]
pub struct Order {
    heap: Vec<u32>,
    place: Vec<u32>,
    activity: Vec<f64>,
    increment: f64,
}

const ABSENT: u32 = u32::MAX;
const DECAY: f64 = 0.95;
const RESCALE: f64 = 1e100;

impl Order {
    /// Makes room for variables below `count` and puts the new ones in.
    pub fn grow(&mut self, count: usize) {
        if self.increment == 0.0 {
            self.increment = 1.0;
        }
        for variable in self.place.len()..count {
            self.place.push(ABSENT);
            self.activity.push(0.0);
            if variable > 0 {
                self.insert(variable);
            }
        }
    }

    pub fn insert(&mut self, variable: usize) {
        if self.place[variable] == ABSENT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes out the most active variable.
    pub fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        self.place[first as usize] = ABSENT;
        let last = self.heap.pop()?;
        if last != first {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(first as usize)
    }

    /// The variable took part in a conflict.
    pub fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.increment;
        if self.activity[variable] > RESCALE {
            self.activity.iter_mut().for_each(|activity| *activity /= RESCALE);
            self.increment /= RESCALE;
        }
        if self.place[variable] != ABSENT {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Older conflicts count for less from now on.
    pub fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, variable);
    }

    fn sink(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }
}
