// A record file that was dropped on the page, wherever that was.
import { go } from '../router.svelte';

export const dropped = $state<{ text: string | null }>({ text: null });

export function takeDropped(): string {
  const text = dropped.text ?? '';
  dropped.text = null;
  return text;
}

const MOST = 1_000_000;

export function acceptDrops(): void {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file || file.size > MOST) return;
    event.preventDefault();
    void file.text().then((text) => {
      dropped.text = text;
      go('/replay');
    });
  });
}
