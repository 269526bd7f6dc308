//! Line drawings of buildings, each in a box of 100 by 100 around its middle.

use crate::geometry::number;
use fogbound_rules::board::scenery::{Landmark, LandmarkKind};

/// The walls (filled), then the lines upon them.
fn strokes(kind: LandmarkKind) -> (&'static str, &'static str) {
    match kind {
        LandmarkKind::Keep => (
            "M-38 40V-18h16V40zM22 40V-18h16V40zM-22 40V-8h44V40zM-40-18v-6h4v3h4v-3h4v3h4v-3h4v6zM20-18v-6h4v3h4v-3h4v3h4v-3h4v6zM-36-24c0-8 3-12 6-14c3 2 6 6 6 14zM24-24c0-8 3-12 6-14c3 2 6 6 6 14z",
            "M-30-38v-8l6 2-6 2M30-38v-8l6 2-6 2M-22-8v-4h4v4M-12-8v-4h4v4M-2-8v-4h4v4M8-8v-4h4v4M18-8v-4h4v4M-14 6v8M-5 6v8M5 6v8M14 6v8M-30-8v6M30-8v6M-30 10v6M30 10v6M-6 40V28c0-8 12-8 12 0V40M-46 40h92M-22 20h44M26-14v52M29-14v52M33-14v52",
        ),
        LandmarkKind::Dome => (
            "M-44 40V12h88V40zM-36 12V-14h14V12zM22 12V-14h14V12zM-36-14l7-14 7 14zM22-14l7-14 7 14zM-18 12V-4h36V12zM-19-4C-19-26-8-34 0-34S19-26 19-4zM-5-33v-8h10v8z",
            "M0-41v-9M-3-47h6M-12 12V-4M-6 12V-4M0 12V-4M6 12V-4M12 12V-4M-10-8C-9-24-4-32 0-34C4-32 9-24 10-8M0-34V-6M-36 22h72M-32 26v14M-24 26v14M-16 26v14M16 26v14M24 26v14M32 26v14M-6 40V30c0-6 12-6 12 0V40M-14 22L0 14 14 22M-29-8v12M29-8v12M-48 40h96M13-6C13-18 10-26 6-31M16-6C16-18 12-27 7-32",
        ),
        LandmarkKind::Clock => (
            "M-8 40V-22h16V40zM-10-22v-14h20v14zM-8-36L0-52 8-36zM8 40V16h40V40zM12 16l3-7 3 7zM26 16l3-7 3 7zM40 16l3-7 3 7zM-34 40V20h26V40zM-30 20l3-7 3 7zM-18 20l3-7 3 7z",
            "M0-52v-6M-8 32h16M-8-14h16M-4-14V40M0-14V30M4-14V40M0-29l0-4M0-29l3 1.5M16 22v12M22 22v12M28 22v12M34 22v12M40 22v12M-28 26v10M-22 26v10M-16 26v10M-46 40h96M8 38h40M8 36h40",
        ),
        LandmarkKind::Portico => (
            "M-46 40v-5h92v5zM-40 35V-6h80V35zM-44-6v-6h88v6zM-44-12L0-32 44-12z",
            "M-34 35V-6M-31 35V-6M-22 35V-6M-19 35V-6M-10 35V-6M-7 35V-6M7 35V-6M10 35V-6M19 35V-6M22 35V-6M31 35V-6M34 35V-6M-40-9h80M-32-15L0-29 32-15zM-8-17l4-4 4 4 4-4 4 4M-46 37.5h92M-4 35V10h8V35",
        ),
        LandmarkKind::Palace => (
            "M-48 40V2h96V40zM-12 40V-6h24V40zM-14-6L0-16 14-6zM-48 2v-6h16v6zM32 2v-6h16v6z",
            "M0-16v-16l10 3-10 4M-42 8v6M-34 8v6M-26 8v6M-18 8v6M18 8v6M26 8v6M34 8v6M42 8v6M-42 22v8M-34 22v8M-26 22v8M-18 22v8M18 22v8M26 22v8M34 22v8M42 22v8M-8 0V18M-3 0V18M3 0V18M8 0V18M-4 40V26h8V40M-48 18h36M12 18h36M-50 40h100M-46 40v6M-36 40v6M-26 40v6M-16 40v6M16 40v6M26 40v6M36 40v6M46 40v6M-50 43h36M14 43h36",
        ),
        LandmarkKind::Column => (
            "M-22 40V32h44v8zM-14 32V20h28V32zM-5 20L-4-26h8L5 20zM-8-26h16v-5h-16z",
            "M0-31v-6M-3-36c0-6 6-6 6 0v5h-6zM0-44a2.5 2.5 0 1 0 .1 0M-1 20V-26M2 20V-26M-34 40c0-6 4-9 10-8M34 40c0-6-4-9-10-8M-14 26h28M-40 40h80",
        ),
        LandmarkKind::Hall => (
            "M-46 40V4h92V40zM-40 4C-34-22 34-22 40 4zM-6-17v-6h12v6z",
            "M-46 12h92M-46 8h92M-40 16v18M-32 16v18M-24 16v18M-16 16v18M-8 16v18M8 16v18M16 16v18M24 16v18M32 16v18M40 16v18M-20-13C-26-8-28-2-29 4M20-13C26-8 28-2 29 4M-8-17C-11-10-12-3-12 4M8-17C11-10 12-3 12 4M-50 40h100M-4 40V22h8V40",
        ),
        LandmarkKind::Abbey => (
            "M-36 40V-30h20V40zM16 40V-30h20V40zM-16 40V-2L0-18 16-2V40zM-36-30l3-9 3 9zM-22-30l3-9 3 9zM16-30l3-9 3 9zM30-30l3-9 3 9z",
            "M-36-12h20M16-12h20M-36 14h20M16 14h20M-30-8v18M-26-10v20M-22-8v18M22-8v18M26-10v20M30-8v18M-30 18v18M-22 18v18M22 18v18M30 18v18M-9 18C-9-2 9-2 9 18zM0 3V18M-5 6v12M5 6v12M-5 40V28L0 23l5 5V40M-42 40h84M-30-26v10M-22-26v10M22-26v10M30-26v10",
        ),
        LandmarkKind::Bridge => (
            "M-30 40V-22h14V40zM16 40V-22h14V40zM-30-22l7-16 7 16zM16-22l7-16 7 16zM-16-10v-5h32v5zM-50 22h100v5h-100z",
            "M-23-38v-6M23-38v-6M-30-20C-36 2-44 14-50 20M30-20C36 2 44 14 50 20M-26-16v8M-20-16v8M20-16v8M26-16v8M-26-2v10M-20-2v10M20-2v10M26-2v10M-44 22v-6M-38 22V8M44 22v-6M38 22V8M-16-12.5h32M-50 34c4-3 8-3 12 0M-12 36c4-3 8-3 12 0s8 3 12 0M38 34c4-3 8-3 12 0M-34 40h22M12 40h22",
        ),
        LandmarkKind::Gasworks => (
            "M-44 40V0C-44-6-4-6-4 0V40zM8 40V14C8 9 40 9 40 14V40zM-2 40V10h9V40z",
            "M-44-22V40M-34-26V40M-24-27V40M-14-26V40M-4-22V40M-44-22C-44-28-4-28-4-22S-44-16-44-22M-44 0C-44 6-4 6-4 0M-44-11C-44-5-4-5-4-11M8 14C8 19 40 19 40 14M16 18V40M24 18V40M32 18V40M2 10v-34c0-8 8-6 6-14M-48 40h94",
        ),
        LandmarkKind::Ship => (
            "M-42 18C-30 24 26 24 44 12L36 34H-30zM-16 14V-22C-6-18-4 0-8 14zM10 12V-30C24-24 26 0 20 12z",
            "M-16 20V-34M10 20V-42M-42 18l-8-8M-16-34l5 2-5 2M10-42l6 2-6 2M-36 24H40M-48 38c5-4 9-4 14 0s9 4 14 0 9-4 14 0 9 4 14 0 9-4 14 0 9 4 14 0M-50 10L-16-30M10-38L40 12M-13-8h6M13-12h9",
        ),
        LandmarkKind::Terminus => (
            "M-48 40V6h96V40zM-20 6C-20-18 20-18 20 6zM26 6V-26h14V6zM26-26l7-16 7 16zM-44 6l8-12 8 12z",
            "M-20 40V16C-20-6 20-6 20 16V40M-14 16C-14 0 14 0 14 16M-14 40V16h28V40M0 4V40M-7 6V40M7 6V40M33-22v6M30-12h6M-42 14v8M-34 14v8M-26 14v8M26 14v8M34 14v8M42 14v8M-42 28v8M-34 28v8M-26 28v8M26 28v8M34 28v8M42 28v8M-50 40h100M33-42v-5",
        ),
    }
}

/// One landmark, with its name below.
pub(crate) fn draw(landmark: &Landmark) -> String {
    let (walls, lines) = strokes(landmark.kind);
    let scale = landmark.size / 100.0;
    let name = if landmark.name.is_empty() {
        String::new()
    } else {
        // Captions are of one size, however large the drawing is.
        let size = 6.8 / scale;
        let name = crate::escape(&landmark.name);
        format!("<text y=\"{}\" font-size=\"{}\">{name}</text>", number(41.0 + size * 0.9), number(size))
    };
    format!(
        "<g class=\"landmark\" transform=\"translate({} {}) scale({scale:.2})\"><path class=\"walls\" d=\"{walls}\"/><path d=\"{lines}\"/>{name}</g>\n",
        number(landmark.at.x),
        number(landmark.at.y),
    )
}
