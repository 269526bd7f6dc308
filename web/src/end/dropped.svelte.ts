// A record file that was dropped on the page, wherever that was.
import { go } from '../router.svelte';

let latest = $state.raw<File | null>(null);

/** The file that was dropped last, and was not taken yet. */
export function dropped(): File | null {
  return latest;
}

export function takeDropped(): void {
  latest = null;
}

/** Opens the text of a record as if its file had been dropped. */
export function openText(text: string): void {
  latest = new File([text], 'game.fog');
  go('/replay');
}

export function acceptDrops(): void {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    latest = file;
    go('/replay');
  });
}
