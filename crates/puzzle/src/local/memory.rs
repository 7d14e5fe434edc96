//! What questions about one law have shown before, so that the same need not be asked again and again.

/// A set of places of a law's scope.
pub type Mask = Box<[u64]>;

/// What is known of the places of a scope.
#[derive(Clone, Debug)]
pub struct Known {
    pub on: Mask,
    pub off: Mask,
}

impl Known {
    pub fn new(places: usize) -> Known {
        let none: Mask = vec![0; places.div_ceil(64)].into();
        Known { on: none.clone(), off: none }
    }

    pub fn note(&mut self, place: usize, value: bool) {
        let mask = if value { &mut self.on } else { &mut self.off };
        mask[place / 64] |= 1 << (place % 64);
    }

    fn is_open(&self, place: usize) -> bool {
        !has(&self.on, place) && !has(&self.off, place)
    }

    fn covers(&self, other: &Known) -> bool {
        let within = |a: &Mask, b: &Mask| a.iter().zip(b).all(|(a, b)| a & !b == 0);
        within(&other.on, &self.on) && within(&other.off, &self.off)
    }

    fn len(&self) -> u32 {
        self.on.iter().chain(&self.off).map(|word| word.count_ones()).sum()
    }
}

/// Whether the place is in the set.
pub fn has(mask: &Mask, place: usize) -> bool {
    mask[place / 64] >> (place % 64) & 1 == 1
}

/// That a place has a value wherever these facts hold.
#[derive(Clone, Debug)]
pub struct Shown {
    pub place: usize,
    pub value: bool,
    pub needs: Known,
    /// Whether none of them can be left out.
    pub is_minimal: bool,
}

/// Ways to keep the law, and what was shown about it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    models: Vec<Mask>,
    shown: Vec<Shown>,
    /// How many of each came in all: the oldest makes room.
    met: (usize, usize),
}

/// Where a place can have which value, as far as models show.
pub struct Support {
    pub on: Mask,
    pub off: Mask,
    /// Whether there is any model.
    pub any: bool,
}

impl Support {
    pub fn add(&mut self, model: &Mask) {
        self.any = true;
        for (at, &word) in model.iter().enumerate() {
            self.on[at] |= word;
            self.off[at] |= !word;
        }
    }
}

const MODELS: usize = 64;
const SHOWN: usize = 512;

impl Memory {
    /// What the models that agree with what is known show.
    pub fn support(&self, known: &Known) -> Support {
        let none: Mask = vec![0; known.on.len()].into();
        let mut support = Support { on: none.clone(), off: none, any: false };
        for model in &self.models {
            let agrees = model
                .iter()
                .zip(known.on.iter().zip(&known.off))
                .all(|(model, (on, off))| on & !model == 0 && off & model == 0);
            if agrees {
                support.add(model);
            }
        }
        support
    }

    /// What was shown before and follows from what is known, for each open place the one that needs least, by place.
    pub fn follows(&self, known: &Known) -> Vec<usize> {
        let mut found: Vec<usize> = (0..self.shown.len())
            .filter(|&at| {
                let shown = &self.shown[at];
                known.is_open(shown.place) && known.covers(&shown.needs)
            })
            .collect();
        let key = |at: &usize| {
            let shown = &self.shown[*at];
            (shown.place, !shown.is_minimal, shown.needs.len(), *at)
        };
        found.sort_unstable_by_key(key);
        found.dedup_by_key(|at| self.shown[*at].place);
        found
    }

    pub fn shown(&self, at: usize) -> &Shown {
        &self.shown[at]
    }

    pub fn replace(&mut self, at: usize, shown: Shown) {
        self.shown[at] = shown;
    }

    pub fn keep_model(&mut self, model: Mask) {
        match self.models.len() < MODELS {
            true => self.models.push(model),
            false => self.models[self.met.0 % MODELS] = model,
        }
        self.met.0 += 1;
    }

    pub fn keep_shown(&mut self, shown: Shown) {
        match self.shown.len() < SHOWN {
            true => self.shown.push(shown),
            false => self.shown[self.met.1 % SHOWN] = shown,
        }
        self.met.1 += 1;
    }
}
