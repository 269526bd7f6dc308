// Keys that a page takes for itself, beside those that scroll.

/** Whether an arrow would scroll there: what has the focus is in a part that can be scrolled that way, or the page can. */
export function scrolls(target: EventTarget | null, way: 'up and down' | 'sideways'): boolean {
  for (let part = target instanceof Element ? target : null; part !== null; part = part.parentElement) {
    const upAndDown = way === 'up and down';
    const [whole, seen] = upAndDown ? [part.scrollHeight, part.clientHeight] : [part.scrollWidth, part.clientWidth];
    if (whole <= seen) continue;
    if (part === document.scrollingElement) return true;
    const { overflowX, overflowY } = getComputedStyle(part);
    if (/auto|scroll/.test(upAndDown ? overflowY : overflowX)) return true;
  }
  return false;
}

/** Whether a key is for the page: not together with another one that browsers listen to, and not in a field. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest('input:not([type=checkbox]), select, textarea, dialog') == null;
}
