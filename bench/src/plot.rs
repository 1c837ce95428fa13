//! Plots in SVG.

use crate::Result;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;
use std::path::Path;

/// A linear or logarithmic axis with explicit ticks.
#[derive(Clone)]
pub struct Axis {
    /// Title with the unit.
    pub title: &'static str,
    /// Smallest and largest value.
    pub range: Range<f64>,
    /// Whether the axis is logarithmic.
    pub log: bool,
    /// Positions of grid lines and numbers.
    pub ticks: Vec<f64>,
    /// Formats the numbers.
    pub label: fn(f64) -> String,
}

impl Axis {
    /// Creates a logarithmic axis with ticks `step` times apart.
    pub fn log(
        title: &'static str,
        range: Range<f64>,
        first: f64,
        step: f64,
        label: fn(f64) -> String,
    ) -> Self {
        let ticks = std::iter::successors(Some(first), |tick| Some(tick * step));
        let ticks = ticks.take_while(|tick| *tick <= range.end * 1.0001).collect();
        Self { title, range, log: true, ticks, label }
    }

    /// Creates a linear axis from 0 to beyond `most` with about five ticks.
    pub fn linear(title: &'static str, most: f64, label: fn(f64) -> String) -> Self {
        let rough = most / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|x| x * power).find(|step| *step >= rough).unwrap_or(rough);
        let end = (most * 1.05 / step).ceil() * step;
        let ticks = (0..=(end / step).round() as u32).map(|i| f64::from(i) * step).collect();
        Self { title, range: 0.0..end, log: false, ticks, label }
    }

    fn share(&self, value: f64) -> f64 {
        let Range { start, end } = self.range;
        if self.log { (value / start).ln() / (end / start).ln() } else { (value - start) / (end - start) }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        low + (self.share(*value) * f64::from(high - low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        value.to_string()
    }
}

/// Colors that color-blind readers can distinguish (Okabe and Ito 2008).
#[derive(Clone, Copy)]
pub enum Palette {
    Blue,
    Orange,
    Green,
    Purple,
    Gray,
}

impl Palette {
    fn rgb(self) -> RGBColor {
        match self {
            Self::Blue => RGBColor(0, 114, 178),
            Self::Orange => RGBColor(213, 94, 0),
            Self::Green => RGBColor(0, 158, 115),
            Self::Purple => RGBColor(160, 80, 140),
            Self::Gray => RGBColor(110, 110, 110),
        }
    }
}

/// A series of points, with a line or without.
pub struct Series {
    pub name: String,
    pub color: Palette,
    pub points: Vec<(f64, f64)>,
    pub line: bool,
    pub dots: bool,
}

/// A part of a plot with its own axes.
pub struct Panel {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    /// Vertical lines with labels.
    pub marks: Vec<(f64, String)>,
    /// Position of the legend where it hides no line.
    pub legend: SeriesLabelPosition,
}

const INK: RGBColor = RGBColor(50, 50, 50);
const PALE: RGBColor = RGBColor(225, 225, 225);

/// Draws panels side by side.
pub fn draw(path: &Path, panels: Vec<Panel>) -> Result<()> {
    let width = if panels.len() == 1 { 840 } else { 1120 };
    let root = SVGBackend::new(path, (width, 460)).into_drawing_area();
    root.fill(&WHITE).map_err(|error| error.to_string())?;
    for (area, panel) in root.split_evenly((1, panels.len())).iter().zip(panels) {
        draw_panel(area, &panel).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    root.present().map_err(|error| error.to_string())?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_panel(area: &Area<'_>, panel: &Panel) -> Result<()> {
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 17, FontStyle::Bold, &INK))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(46)
        .y_label_area_size(68)
        .build_cartesian_2d(panel.x.clone(), panel.y.clone())
        .map_err(|error| error.to_string())?;
    chart
        .configure_mesh()
        .x_desc(panel.x.title)
        .y_desc(panel.y.title)
        .x_label_formatter(&|x| (panel.x.label)(*x))
        .y_label_formatter(&|y| (panel.y.label)(*y))
        .x_labels(panel.x.ticks.len())
        .y_labels(panel.y.ticks.len())
        .label_style(("sans-serif", 13, &INK))
        .axis_desc_style(("sans-serif", 14, &INK))
        .axis_style(INK)
        .bold_line_style(PALE)
        .light_line_style(TRANSPARENT)
        .draw()
        .map_err(|error| error.to_string())?;
    for (x, what) in &panel.marks {
        let line = [(*x, panel.y.range.start), (*x, panel.y.range.end)];
        chart
            .draw_series(DashedLineSeries::new(line, 5, 4, INK.mix(0.5).into()))
            .map_err(|error| error.to_string())?;
        let style = ("sans-serif", 12, &INK).into_text_style(area).pos(Pos::new(HPos::Left, VPos::Bottom));
        let (at_x, at_y) = chart.backend_coord(&(*x, panel.y.range.start));
        let base = area.get_base_pixel();
        area.draw_text(what, &style, (at_x - base.0 + 4, at_y - base.1 - 5))
            .map_err(|error| error.to_string())?;
    }
    for Series { name, color, points, line, dots } in &panel.series {
        let (color, line, dots) = (color.rgb(), *line, *dots);
        let stroke = color.stroke_width(if line { 2 } else { 0 });
        let mut entry = None;
        if line {
            let series = LineSeries::new(points.iter().copied(), stroke);
            entry = Some(chart.draw_series(series).map_err(|error| error.to_string())?);
        }
        if let (Some(entry), false) = (&mut entry, name.is_empty()) {
            entry.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], stroke));
        }
        if dots {
            let circles = points.iter().map(|point| Circle::new(*point, 4, color.filled()));
            let entry = chart.draw_series(circles).map_err(|error| error.to_string())?;
            if !line && !name.is_empty() {
                entry.label(name).legend(move |(x, y)| Circle::new((x + 10, y), 4, color.filled()));
            }
        }
    }
    chart
        .configure_series_labels()
        .position(panel.legend.clone())
        .background_style(WHITE.mix(0.9))
        .border_style(PALE)
        .label_font(("sans-serif", 13, &INK))
        .margin(8)
        .draw()
        .map_err(|error| error.to_string())?;
    Ok(())
}
