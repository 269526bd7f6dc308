// How colours look to different eyes, and how well they are told apart.

export type Rgb = readonly [red: number, green: number, blue: number];

/** Full colour vision and the three kinds of colour-blindness: how much of each linear channel reaches the eye, after
 * Machado, Oliveira and Fernandes (2009), at full severity. */
export const EYES = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

export type Eyes = keyof typeof EYES;

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance(colour: Rgb, eyes: Eyes): number {
  const [r, g, b] = colour.map(linear) as [number, number, number];
  const seen = EYES[eyes].map(([red, green, blue]) => Math.min(1, Math.max(0, red * r + green * g + blue * b)));
  return 0.2126 * seen[0]! + 0.7152 * seen[1]! + 0.0722 * seen[2]!;
}

/** The contrast of two colours as the Web Content Accessibility Guidelines define it, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb, eyes: Eyes): number {
  const [low, high] = [luminance(a, eyes), luminance(b, eyes)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
