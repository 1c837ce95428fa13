//! Formatting of numbers and tables.

use std::fmt::Write as _;

/// Formats 1234567 as `1,234,567`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number with three significant digits, without an exponent.
pub fn three_digits(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return x.to_string();
    }
    let decimals = (2 - x.abs().log10().floor() as i32).max(0) as usize;
    format!("{x:.decimals$}")
}

/// Formats a time in a suitable unit.
pub fn seconds(s: f64) -> String {
    let (x, unit) = match s {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    format!("{} {unit}", three_digits(x))
}

/// Formats a number of bytes in a suitable decimal unit.
pub fn bytes(n: f64) -> String {
    let (x, unit) = match n.abs() {
        x if x >= 1e9 => (n / 1e9, "GB"),
        x if x >= 1e6 => (n / 1e6, "MB"),
        x if x >= 1e3 => (n / 1e3, "kB"),
        _ => return format!("{n} B"),
    };
    format!("{} {unit}", three_digits(x))
}

/// Formats a rate without trailing zeros.
pub fn rate(p: f64) -> String {
    let digits = three_digits(p);
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.').into() } else { digits }
}

/// Formats the least and the largest number, or one if they look the same.
pub fn range(numbers: impl Iterator<Item = f64> + Clone, format: impl Fn(f64) -> String) -> String {
    let least = format(numbers.clone().fold(f64::INFINITY, f64::min));
    let most = format(numbers.fold(f64::NEG_INFINITY, f64::max));
    match (least.split_once(' '), most.split_once(' ')) {
        _ if least == most => most,
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}-{most}"),
        _ => format!("{least}-{most}"),
    }
}

/// A Markdown table with aligned source text. Columns whose title ends with `:` are aligned right.
pub struct Table {
    rows: Vec<Vec<String>>,
    right: Vec<bool>,
}

impl Table {
    /// Creates a table with these titles.
    pub fn new(titles: &[impl AsRef<str>]) -> Self {
        let right = titles.iter().map(|title| title.as_ref().ends_with(':')).collect();
        let titles = titles.iter().map(|title| title.as_ref().trim_end_matches(':').to_owned()).collect();
        Self { rows: vec![titles], right }
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.push(cells.into());
    }

    /// Adds a row of a table whose columns depend on what was measured.
    pub fn push(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = |cell: &str| cell.chars().count();
        let widths: Vec<usize> = (0..self.right.len())
            .map(|c| self.rows.iter().filter_map(|row| row.get(c)).map(|cell| width(cell)).max())
            .map(|widest| widest.unwrap_or(0).max(3))
            .collect();
        for (r, row) in self.rows.iter().enumerate() {
            let mut line = String::from("|");
            for ((cell, right), widest) in row.iter().zip(&self.right).zip(&widths) {
                let room = " ".repeat(widest - width(cell));
                let (before, after) = if *right { (room.as_str(), "") } else { ("", room.as_str()) };
                write!(line, " {before}{cell}{after} |")?;
            }
            writeln!(f, "{line}")?;
            if r == 0 {
                let rule = |(right, widest): (&bool, &usize)| {
                    format!("{}{}|", "-".repeat(widest + 1), if *right { ":" } else { "-" })
                };
                writeln!(f, "|{}", self.right.iter().zip(&widths).map(rule).collect::<String>())?;
            }
        }
        Ok(())
    }
}
