// The sizes of screens that differ in their layout. This is the one definition: code reads
// `screenSize.narrow`, style asks for the class `screen-narrow` of the root element.
const SIZES = {
  /** What stands beside the board on a large screen lies on it, or over it. */
  narrow: '(max-width: 819px), (max-height: 520px)',
  /** A phone that lies: what is to do stands beside the board. */
  low: '(max-height: 520px) and (min-width: 560px)',
  /** Beside the board there is a little less room. */
  medium: '(max-width: 1080px) and (min-width: 820px)',
  /** Beside the board, which is as high as the window, there is more room than it needs. */
  large: '(min-width: 1600px) and (min-height: 900px)',
  /** Log and talk have no room above one another: one of them is shown. */
  short: '(max-height: 979px)',
  /** Too narrow for two columns of text. */
  column: '(max-width: 760px)',
  /** A phone that is held upright. */
  slim: '(max-width: 520px)',
} as const;

type SizeName = keyof typeof SIZES;

const now = $state<Record<SizeName, boolean>>({
  narrow: false,
  low: false,
  medium: false,
  large: false,
  short: false,
  column: false,
  slim: false,
});

export const screenSize: Readonly<Record<SizeName, boolean>> = now;

/** Follows the size of the screen from now on; to be called once, before anything is shown. */
export function followScreenSize(): void {
  for (const [name, condition] of Object.entries(SIZES) as [SizeName, string][]) {
    const query = matchMedia(condition);
    const follow = () => {
      now[name] = query.matches;
      document.documentElement.classList.toggle(`screen-${name}`, query.matches);
    };
    query.addEventListener('change', follow);
    follow();
  }
}
