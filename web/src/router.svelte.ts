// Which screen an address stands for.

export type Route =
  | { screen: 'home' }
  | { screen: 'table'; table: string }
  | { screen: 'claim'; table: string; key: string }
  | { screen: 'game'; table: string; number: number }
  | { screen: 'review'; table: string; number: number }
  | { screen: 'puzzles'; puzzle: string | null }
  | { screen: 'starts' }
  | { screen: 'replay'; example: boolean }
  | { screen: 'games' }
  | { screen: 'learn' }
  | { screen: 'rules'; edition: string | null }
  | { screen: 'about' }
  | { screen: 'lost' };

/** How the example of a game is called in its address. */
const EXAMPLE = 'example';

/** The secret of a seat stands behind the #, which browsers keep to themselves. */
const KEY = /^#k=([0-9a-f]{32})$/;

export function routeOf(path: string, hash = ''): Route {
  const parts = path.split('/').filter((part) => part !== '');
  const [first, second, third, fourth] = parts;
  if (first === undefined) return { screen: 'home' };
  if (first === 't' && second !== undefined) {
    const key = KEY.exec(hash)?.[1];
    if (third === undefined && key !== undefined) return { screen: 'claim', table: second, key };
    if (third === undefined) return { screen: 'table', table: second };
    if (/^[1-9]\d{0,4}$/.test(third) && (fourth === undefined || fourth === 'review'))
      return { screen: fourth === undefined ? 'game' : fourth, table: second, number: Number(third) };
    return { screen: 'lost' };
  }
  if (first === 'replay') return { screen: 'replay', example: second === EXAMPLE };
  if (first === 'puzzles') return { screen: 'puzzles', puzzle: second ?? null };
  if (first === 'starts') return { screen: 'starts' };
  if (first === 'games') return { screen: 'games' };
  if (first === 'learn') return { screen: 'learn' };
  if (first === 'rules') return { screen: 'rules', edition: second ?? null };
  if (first === 'about') return { screen: 'about' };
  return { screen: 'lost' };
}

/** The link by which another device of the same person comes in. */
export function seatLinkOf(table: string, key: string): string {
  return `${location.origin}/t/${table}#k=${key}`;
}

const here = $state<{ route: Route }>({ route: routeOf(location.pathname, location.hash) });

export function route(): Route {
  return here.route;
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  here.route = routeOf(location.pathname, location.hash);
  scrollTo(0, 0);
}

addEventListener('popstate', () => (here.route = routeOf(location.pathname, location.hash)));

/** Follows a link inside the app, unless the person wants a new tab. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.hash !== '' && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname);
}
