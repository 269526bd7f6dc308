// Before a first game: what one has to know, on three cards. Pure functions.
import { list } from '../i18n/index.svelte';
import { longPrinted, lt, maybeLong } from '../i18n/long.svelte';
import type { About, Scene } from '../protocol/messages';
import type { BriefedSide } from './briefingDue';
import { editionSummary, fugitiveName, hunterName, playedEdition } from './words';

export interface BriefingCard {
  title: string;
  lines: string[];
}

export function briefingCards(scene: Pick<Scene, 'about' | 'settings'>, side: BriefedSide): BriefingCard[] {
  const { about, settings } = scene;
  const watch = maybeLong(about, `briefing.${settings.edition}.${side}`) ?? longPrinted(about, `briefing.own.${side}`);
  return [
    { title: lt('briefing.goal'), lines: [goal(about, side)] },
    {
      title: lt('briefing.special'),
      lines: [editionSummary(playedEdition(scene)), ...sight(about, side), ...abilities(about, side)],
    },
    { title: lt('briefing.watch'), lines: [watch] },
  ];
}

function goal(about: About, side: BriefedSide): string {
  const { rounds, slots, crimes, scored } = about;
  const values = { fugitive: fugitiveName(about), rounds: rounds ?? 0, slots, crimes };
  const kind = scored ? '_scored' : crimes > 0 ? '_crimes' : rounds === null ? '_log' : '';
  return longPrinted(about, `briefing.goal.${side}${kind}`, values);
}

/** When he is seen. */
function sight(about: About, side: BriefedSide): string[] {
  const { open_log: open, reveals, hidden } = about;
  const own = side === 'fugitive' ? '_own' : '';
  if (open && hidden.length === 0) return [longPrinted(about, `briefing.open${own}`)];
  const slots = list((open ? hidden : reveals).map(String));
  if (open) return [longPrinted(about, `briefing.open_hidden${own}`, { slots })];
  return reveals.length > 0 ? [longPrinted(about, `briefing.reveals${own}`, { slots })] : [];
}

/** Who can do what with a token: both sides have to know. */
function abilities(about: About, side: BriefedSide): string[] {
  const can = side === 'fugitive' ? 'can_own' : 'can';
  return about.hunters.flatMap(({ hunter, token }) =>
    token === undefined ? [] : [`✦ ${hunterName(about, hunter)} ${lt(`briefing.${can}.${token}`)}.`],
  );
}
