//! Pixels as a PNG with a palette: a picture of few colours takes a fraction of the bytes.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

type Colour = [u8; 3];

/// More are not told apart in a picture that is shown small.
const COLOURS: usize = 64;

/// Writes pixels, row by row, as a PNG of few colours: those that are there most often. Each of
/// the others becomes the nearest of these.
pub(crate) fn png(width: u32, height: u32, pixels: impl Iterator<Item = Colour>) -> Vec<u8> {
    let pixels: Vec<Colour> = pixels.map(rounded).collect();
    let palette = palette(&pixels);
    let mut known: HashMap<Colour, u8> = HashMap::new();
    let mut rows = Vec::with_capacity(pixels.len() + height as usize);
    for row in pixels.chunks(width as usize) {
        // Each row begins with its filter: none, as neighbours in a palette are no neighbours.
        rows.push(0);
        rows.extend(
            row.iter().map(|&pixel| *known.entry(pixel).or_insert_with(|| nearest(&palette, pixel))),
        );
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    chunk(&mut file, b"IHDR", &head);
    chunk(&mut file, b"PLTE", palette.as_flattened());
    chunk(&mut file, b"IDAT", &deflated(&rows));
    chunk(&mut file, b"IEND", &[]);
    file
}

/// Colours that can hardly be told apart become one.
fn rounded(colour: Colour) -> Colour {
    colour.map(|part| (part & 0xfc) | (part >> 6))
}

fn palette(pixels: &[Colour]) -> Vec<Colour> {
    let mut counts: HashMap<Colour, u32> = HashMap::new();
    for &pixel in pixels {
        *counts.entry(pixel).or_default() += 1;
    }
    let mut colours: Vec<(Colour, u32)> = counts.into_iter().collect();
    // By the colour where counts are the same, so that a picture is always the same bytes.
    colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    colours.into_iter().take(COLOURS).map(|(colour, _)| colour).collect()
}

fn nearest(palette: &[Colour], wanted: Colour) -> u8 {
    let distance = |colour: &Colour| {
        let parts = colour.iter().zip(wanted).map(|(&a, b)| (i32::from(a) - i32::from(b)).pow(2));
        parts.sum::<i32>()
    };
    (0..palette.len()).min_by_key(|&index| distance(&palette[index])).unwrap_or(0) as u8
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes everything")
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    let mut sum = flate2::Crc::new();
    sum.update(kind);
    sum.update(content);
    file.extend((content.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(content);
    file.extend(sum.sum().to_be_bytes());
}
