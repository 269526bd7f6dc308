//! The colours of each face by day and by night, and the style sheet that uses them.

use crate::geometry::number;
use fogbound_rules::board::scenery::Face;

/// Day or night.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Ink on paper.
    Day,
    /// Dark streets and gaslight.
    Night,
}

impl Theme {
    /// Both.
    pub const ALL: [Theme; 2] = [Theme::Day, Theme::Night];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Day => "day",
            Theme::Night => "night",
        }
    }
}

/// What a colour is for, and the colour by day and by night.
type Colours = [(&'static str, &'static str, &'static str)];

#[rustfmt::skip]
const MAP: &Colours = &[
    ("paper", "#f8f3e7", "#131c25"), ("fog", "#e6dcc4", "#090e14"), ("glow", "#fff3cf", "#f6b24a"),
    ("house", "#eadfc8", "#1e2a36"), ("window", "#dccdae", "#8a6a33"), ("park", "#cfe0bd", "#16302a"),
    ("tree", "#a8c48f", "#24493c"), ("water", "#bcd7e3", "#0d2a3c"), ("ripple", "#93bacb", "#1f4d66"),
    ("bank", "#6f97a8", "#35687f"), ("bridge", "#efe6d2", "#26323d"), ("ink", "#22201c", "#e9e4d6"),
    ("soft", "#6a5d47", "#9aa7af"), ("wall", "#fbf7ec", "#1a2530"), ("casing", "#f8f3e7", "#131c25"),
    ("taxi", "#a1781f", "#d8ab3c"), ("bus", "#12868a", "#2fb3b0"), ("tube", "#c3263c", "#ff5a6e"),
    ("ferry", "#1d3b53", "#8fb8d8"), ("disc", "#fffdf6", "#f1ead9"), ("number", "#22201c", "#1a1712"),
    ("plate", "#c3263c", "#c3263c"), ("on-plate", "#ffffff", "#ffffff"), ("border", "#6a5d47", "#9aa7af"),
    ("seal", "#fffdf6", "#f1ead9"), ("sign", "#22201c", "#1a1712"),
];

#[rustfmt::skip]
const ENGRAVING: &Colours = &[
    ("paper", "#f0e4c8", "#1c1610"), ("fog", "#d3bd8e", "#0e0a06"), ("glow", "#fbeec6", "#f2a640"),
    ("house", "#c4a877", "#453622"), ("window", "#c4a877", "#b98436"), ("park", "#dedcae", "#232a1a"),
    ("tree", "#8f8d52", "#4a5630"), ("water", "#dcd9c4", "#141f28"), ("ripple", "#98895f", "#3a5463"),
    ("bank", "#5f4c2e", "#6d7f86"), ("bridge", "#efe2c2", "#33291c"), ("ink", "#2e2013", "#eddfbe"),
    ("soft", "#66492a", "#bca57c"), ("wall", "#f5ead0", "#2a2015"), ("casing", "#f0e4c8", "#1c1610"),
    ("taxi", "#8d5f1c", "#d39c45"), ("bus", "#1f706c", "#4fb0a2"), ("tube", "#a3222f", "#f2646d"),
    ("ferry", "#2b3a4a", "#a5bfce"), ("disc", "#fbf4e0", "#f2e7cc"), ("number", "#2e2013", "#21170c"),
    ("plate", "#9c202d", "#9c202d"), ("on-plate", "#fff8e6", "#fff8e6"), ("border", "#5f3a1c", "#d8b679"),
    ("seal", "#fbf4e0", "#f2e7cc"), ("sign", "#2e2013", "#21170c"),
];

#[rustfmt::skip]
const BRIGHT: &Colours = &[
    ("paper", "#fffbf0", "#14223a"), ("fog", "#f3e6c2", "#0b1424"), ("glow", "#fff6d6", "#ffc65a"),
    ("house", "#f5ead0", "#1c2e4b"), ("window", "#ecdcb6", "#7d6a44"), ("park", "#c9eaa8", "#17402f"),
    ("tree", "#93ca70", "#2a6045"), ("water", "#a8dbf2", "#0c3a5c"), ("ripple", "#74c0e3", "#1f6690"),
    ("bank", "#3f9cc6", "#3f8bb8"), ("bridge", "#fdf1d3", "#2a3a55"), ("ink", "#1f2430", "#f3eee0"),
    ("soft", "#5c5a54", "#a9b6c8"), ("wall", "#fffdf5", "#1b2b45"), ("casing", "#fffbf0", "#14223a"),
    ("taxi", "#ad7a06", "#f0b93a"), ("bus", "#00858c", "#35c4bf"), ("tube", "#d3203d", "#ff6276"),
    ("ferry", "#173f6b", "#9fcbee"), ("disc", "#ffffff", "#fbf5e6"), ("number", "#1f2430", "#161a24"),
    ("plate", "#cc1f3b", "#cc1f3b"), ("on-plate", "#ffffff", "#ffffff"), ("border", "#5c5a54", "#a9b6c8"),
    ("seal", "#ffffff", "#fbf5e6"), ("sign", "#1f2430", "#161a24"),
];

fn colours(face: Face) -> &'static Colours {
    match face {
        Face::Map => MAP,
        Face::Engraving => ENGRAVING,
        Face::Bright => BRIGHT,
    }
}

/// The colours of a face: what each is for, and its value as `#rrggbb`.
pub fn palette(face: Face, theme: Theme) -> impl Iterator<Item = (&'static str, &'static str)> {
    colours(face)
        .iter()
        .map(move |&(name, day, night)| (name, if theme == Theme::Day { day } else { night }))
}

/// The colours of a face as custom properties: by day or by night, as the page is.
pub(crate) fn variables(face: Face) -> String {
    colours(face)
        .iter()
        .map(|(name, day, night)| format!("--fb-{name}:light-dark({day},{night});"))
        .collect()
}

/// Replaces every variable by its colour, for programs that know no variables.
pub(crate) fn fixed(style: String, face: Face, theme: Theme) -> String {
    palette(face, theme)
        .fold(style, |style, (name, value)| style.replace(&format!("var(--fb-{name})"), value))
}

const NUMBERS: &str =
    "'Barlow Condensed','Arial Narrow','Liberation Sans Narrow','Roboto Condensed',Arial,sans-serif";
const NAMES: &str = "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif";

/// The style sheet, all colours as variables. Widths grow with the stations.
pub(crate) fn style(face: Face, radius: f32) -> String {
    let w = |width: f32| number(width * radius / 9.0);
    let mut rules: Vec<String> = Vec::new();
    let mut fill = |selector: &str, colour: &str, rest: &str| {
        rules.push(format!("{selector}{{fill:var(--fb-{colour});stroke:none{rest}}}"));
    };
    fill(".paper", "paper", "");
    fill(".park", "park", "");
    fill(".water", "water", "");
    fill(".fb-buoy", "ferry", "");
    fill(".fb-lower", "bus", "");
    fill(".fb-plate", "plate", &format!(";stroke:var(--fb-disc);stroke-width:{}", w(1.1)));
    fill(".fb-seal", "seal", &format!(";stroke:var(--fb-sign);stroke-width:{}", "0.7"));
    fill(".needle", "ink", "");
    let text = format!(";font:700 {}px {NUMBERS};text-anchor:middle", w(10.4));
    fill(".stations text", "number", &text);
    fill(".stations .on-plate", "on-plate", "");
    let name = format!(";font-family:{NAMES};font-style:italic;text-anchor:middle");
    fill(".names text,.landmark text,.scale text,.rose text", "soft", &name);
    fill(".names .on-water", "ferry", "");
    fill(
        ".numeral",
        "border",
        &format!(";font:700 {}px {NAMES};text-anchor:middle;opacity:.85", w(30.0)),
    );
    let mut stroke = |selector: &str, colour: &str, width: &str, rest: &str| {
        rules.push(format!(
            "{selector}{{fill:none;stroke:var(--fb-{colour});stroke-width:{width}{rest}}}"
        ));
    };
    houses(face, &w, &mut stroke);
    stroke(".park", "tree", &w(0.8), ";fill:var(--fb-park)");
    stroke(".tree", "tree", &w(4.6), ";stroke-linecap:round");
    stroke(".bank", "bank", &w(1.1), "");
    for (class, opacity) in [(".r1", ".9"), (".r2", ".6"), (".r3", ".35")] {
        stroke(class, "ripple", &w(0.7), &format!(";opacity:{opacity}"));
    }
    let round = ";stroke-linecap:round;stroke-linejoin:round";
    stroke(".underground path", "tube", &w(3.8), &format!(";stroke-dasharray:{} {}", w(9.0), w(4.6)));
    stroke(".underground .casing", "casing", &w(6.4), ";opacity:.8;stroke-dasharray:none");
    stroke(".bus path", "bus", &w(7.0), round);
    stroke(".bus .casing", "casing", &w(9.0), round);
    stroke(".taxi path", "taxi", &w(2.0), round);
    stroke(".taxi .casing", "casing", &w(3.6), round);
    stroke(
        ".ferry path",
        "ferry",
        &w(2.3),
        &format!(";stroke-linecap:round;stroke-dasharray:.1 {}", w(5.0)),
    );
    for (knot, colour) in [(".knot-bus", "bus"), (".knot-underground", "tube")] {
        stroke(knot, colour, &w(2.4), ";fill:var(--fb-disc)");
    }
    stroke(".bridge", "bank", &w(0.9), ";fill:var(--fb-bridge)");
    stroke(
        ".border",
        "border",
        &w(2.2),
        &format!(";stroke-dasharray:{} {} {} {}", w(14.0), w(4.0), w(2.0), w(4.0)),
    );
    stroke(".fb-disc", "taxi", &w(2.0), ";fill:var(--fb-disc)");
    stroke(".fb-half", "bus", &w(2.2), "");
    stroke(".fb-anchor", "paper", "1.1", ";stroke-linecap:round");
    stroke(".fb-sign", "sign", "1", ";stroke-linejoin:round;stroke-linecap:round");
    stroke(".landmark path", "soft", "1.7", ";stroke-linejoin:round;stroke-linecap:round");
    stroke(".landmark .walls", "soft", "2", ";fill:var(--fb-wall);stroke-linejoin:round");
    stroke(".frame", "ink", "inherit", "");
    stroke(".ladder", "ink", "inherit", "");
    stroke(".rose path", "ink", &w(0.8), "");
    rules.push(".fb-sign.fb-hideout{fill:var(--fb-sign);stroke-width:.4}".into());
    rules.push(".fog-stop{stop-color:var(--fb-fog)}".into());
    rules.push(".glow-stop{stop-color:var(--fb-glow)}".into());
    rules.into_iter().map(scoped).collect()
}

/// Keeps a rule inside the drawing. Shapes that are drawn by reference are matched without their
/// surroundings, so their classes have names of their own instead.
fn scoped(rule: String) -> String {
    if rule.starts_with(".fb-") {
        rule + "\n"
    } else {
        format!(".fogbound {}\n", rule.replace(",.", ",.fogbound ."))
    }
}

/// Houses are blocks with windows, or hatching in an engraving.
fn houses(face: Face, w: &dyn Fn(f32) -> String, stroke: &mut dyn FnMut(&str, &str, &str, &str)) {
    if face == Face::Engraving {
        let hatch = format!(";stroke-dasharray:{} {}", w(0.7), w(1.5));
        stroke(".houses", "house", &w(8.0), &hatch);
        stroke(".windows", "window", &w(1.2), &format!(";stroke-dasharray:{} {}", w(1.4), w(27.0)));
        return;
    }
    let rows = [
        [17.0, 1.2, 9.0, 1.2, 13.0, 2.2],
        [11.0, 1.2, 22.0, 2.4, 8.0, 1.2],
        [25.0, 1.8, 12.0, 1.2, 15.0, 3.0],
    ];
    stroke(".houses", "house", &w(6.6), "");
    for (i, row) in rows.iter().enumerate() {
        let dashes: Vec<String> = row.iter().map(|&length| w(length)).collect();
        let class = format!(".houses .h{i}");
        stroke(
            &class,
            "house",
            &w(5.4 + i as f32 * 1.1),
            &format!(";stroke-dasharray:{}", dashes.join(" ")),
        );
    }
    let lit = format!(";stroke-dasharray:{} {} {} {}", w(1.3), w(11.0), w(1.3), w(31.0));
    stroke(".windows", "window", &w(1.3), &lit);
}
