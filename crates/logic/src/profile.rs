//! What each law costs: the table that shows which law a query spends its clauses on.

use std::fmt::{self, Write};

/// Sizes of what was encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Variables made for the law.
    pub variables: usize,
    /// Clauses that state the law.
    pub clauses: usize,
    /// Literals in these clauses.
    pub literals: usize,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
    }
}

/// The cost of each law by name, the dearest first. Shown as a table by `Display`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Names and costs, most clauses first.
    pub laws: Vec<(&'static str, Cost)>,
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
        Profile { laws }
    }

    /// The costs of all laws together.
    pub fn total(&self) -> Cost {
        let mut total = Cost::default();
        self.laws.iter().for_each(|(_, cost)| total.add(*cost));
        total
    }

    /// A bar for each law, as long as its share of the clauses.
    pub fn svg(&self) -> String {
        const ROW: usize = 24;
        const NAME: usize = 240;
        const BAR: usize = 360;
        let most = self.laws.first().map_or(1, |(_, cost)| cost.clauses.max(1));
        let height = ROW * self.laws.len() + 8;
        let width = NAME + BAR + 120;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n"
        );
        for (row, (name, cost)) in self.laws.iter().enumerate() {
            let (y, text) = (row * ROW + 4, row * ROW + 20);
            let bar = (cost.clauses * BAR / most).max(1);
            let name = name.replace('&', "&amp;").replace('<', "&lt;");
            // Writing into a String cannot fail.
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{name}</text>\
                 <rect x=\"{NAME}\" y=\"{y}\" width=\"{bar}\" height=\"{}\" fill=\"#4878a8\"/>\
                 <text x=\"{}\" y=\"{text}\">{}</text>",
                NAME - 8,
                ROW - 4,
                NAME + bar + 6,
                cost.clauses
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.laws.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(5);
        writeln!(f, "{:width$} {:>10} {:>10} {:>10}", "law", "variables", "clauses", "literals")?;
        for (name, cost) in self.laws.iter().chain([&("total", self.total())]) {
            let Cost { variables, clauses, literals } = cost;
            writeln!(f, "{name:width$} {variables:>10} {clauses:>10} {literals:>10}")?;
        }
        Ok(())
    }
}
