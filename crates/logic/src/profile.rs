//! What each law costs: the table that shows which law a query spends its clauses and its time on.

use std::fmt::{self, Write};
use std::time::Duration;

/// Sizes of what was encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Variables made for the law.
    pub variables: usize,
    /// Clauses that state the law.
    pub clauses: usize,
    /// Literals in these clauses.
    pub literals: usize,
    /// Conflicts of the solver that a clause of the law took part in. Several laws take part in a
    /// conflict, so these add up to more than there were.
    pub conflicts: u64,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self.conflicts += other.conflicts;
    }
}

/// The cost of each law by name, the dearest first. Shown as a table by `Display`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Names and costs, most clauses first.
    pub laws: Vec<(&'static str, Cost)>,
    /// How long the solver searched; none where it was not asked.
    pub time: Duration,
}

impl Profile {
    /// Adds up the costs of instances that bear the same name.
    pub fn new(costs: impl IntoIterator<Item = (&'static str, Cost)>) -> Profile {
        let mut laws: Vec<(&'static str, Cost)> = Vec::new();
        let mut place = std::collections::HashMap::new();
        for (name, cost) in costs {
            let at = *place.entry(name).or_insert_with(|| {
                laws.push((name, Cost::default()));
                laws.len() - 1
            });
            laws[at].1.add(cost);
        }
        laws.retain(|(_, cost)| *cost != Cost::default());
        laws.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.clauses));
        Profile { laws, time: Duration::ZERO }
    }

    /// The costs of all laws together.
    pub fn total(&self) -> Cost {
        let mut total = Cost::default();
        self.laws.iter().for_each(|(_, cost)| total.add(*cost));
        total
    }

    /// The solver's time that a law accounts for: shared out by the conflicts that laws took part in,
    /// since a solver cannot tell how long it spent on one clause.
    pub fn seconds(&self, cost: &Cost) -> f64 {
        let all = self.total().conflicts.max(1);
        self.time.as_secs_f64() * cost.conflicts as f64 / all as f64
    }

    /// Two bars for each law, as long as its share of the clauses and of the conflicts.
    pub fn svg(&self) -> String {
        const ROW: usize = 34;
        const NAME: usize = 380;
        const BAR: usize = 360;
        let most = self.laws.first().map_or(1, |(_, cost)| cost.clauses.max(1));
        let conflicts = self.laws.iter().map(|(_, cost)| cost.conflicts).max().unwrap_or(0).max(1);
        let height = ROW * self.laws.len() + 8;
        let width = NAME + BAR + 220;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n"
        );
        for (row, (name, cost)) in self.laws.iter().enumerate() {
            let y = row * ROW + 4;
            let bar = (cost.clauses * BAR / most).max(1);
            let second = (cost.conflicts * BAR as u64 / conflicts).max(1);
            let name = name.replace('&', "&amp;").replace('<', "&lt;");
            // Writing into a String cannot fail.
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\
                 <rect x=\"{NAME}\" y=\"{y}\" width=\"{bar}\" height=\"13\" fill=\"#4878a8\"/>\
                 <text x=\"{}\" y=\"{}\">{} clauses</text>\
                 <rect x=\"{NAME}\" y=\"{}\" width=\"{second}\" height=\"13\" fill=\"#c07830\"/>\
                 <text x=\"{}\" y=\"{}\">{} conflicts, {:.4} s</text>",
                NAME - 8,
                y + 18,
                NAME + bar + 6,
                y + 11,
                cost.clauses,
                y + 15,
                NAME + second as usize + 6,
                y + 26,
                cost.conflicts,
                self.seconds(cost)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.laws.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(5);
        // Without a search there is nothing to say about it.
        let searched = !self.time.is_zero();
        let columns = ["variables", "clauses", "literals"].map(|column| format!("{column:>10}"));
        let more = if searched { "  conflicts   seconds" } else { "" };
        writeln!(f, "{:width$} {}{more}", "law", columns.join(" "))?;
        for (name, cost) in self.laws.iter().chain([&("total", self.total())]) {
            let Cost { variables, clauses, literals, conflicts } = cost;
            write!(f, "{name:width$} {variables:>10} {clauses:>10} {literals:>10}")?;
            if searched {
                write!(f, " {conflicts:>10} {:>9.4}", self.seconds(cost))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
