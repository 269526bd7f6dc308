// A game that the browser remembers, in words.
import { botName, fugitiveName } from '../game/words';
import { list, moment, pounds, t } from '../i18n/index.svelte';
import { edition, titleOf } from '../state/editions.svelte';
import { type GameNote, resultOf, type Rival } from '../state/gameNote';
import { shownName } from '../state/seats';

function fugitiveOf(note: GameNote): string {
  return fugitiveName(edition(note.edition) ?? { fugitive: 'Mister X' });
}

export function noteTitle({ edition: id, title }: GameNote): string {
  return edition(id) ? titleOf(id) : title;
}

export function rivalName(rival: Rival): string {
  return 'bot' in rival ? botName(rival.bot) : shownName(rival.name);
}

/** Against whom. */
export function rivalsWords({ side, rivals }: GameNote): string {
  if (side === 'both') return t('home.screen');
  return rivals.length === 0 ? t('games.nobody') : t('games.against', { names: list(rivals.map(rivalName)) });
}

/** On which side. */
export function sideWords(note: GameNote): string {
  if (note.side === 'both') return t('games.both');
  return note.side === 'hunters' ? t('games.hunters') : t('games.fugitive', { fugitive: fugitiveOf(note) });
}

export function roundWords({ round, rounds, state }: GameNote): string {
  if (state === 'lobby') return t('games.lobby');
  return rounds === null ? t('round', { round }) : t('round.of', { round, rounds });
}

/** Whose turn it is; nothing before the game. */
export function turnWords(note: GameNote): string {
  if (note.state === 'lobby') return '';
  switch (note.turn) {
    case 'mine':
      return t('turn.yours');
    case 'fugitive':
      return t('turn.of', { name: fugitiveOf(note) });
    case 'hunters':
      return t('turn.hunters');
    case 'chance':
      return t('turn.chance');
    case 'over':
      return t('turn.over');
  }
}

/** How it came out. */
export function resultWords(note: GameNote): string {
  const fugitive = fugitiveOf(note);
  const result = resultOf(note);
  if (result === 'running') return t('games.running');
  if (result === 'won') return t('end.won');
  if (result === 'lost') return t('end.lost');
  if (note.points !== null) return t('end.score', { fugitive, points: pounds(note.points) });
  if (note.winner !== null) return note.winner === 'hunters' ? t('end.hunters') : t('end.fugitive', { fugitive });
  return note.state === 'over' ? t('turn.over') : t('games.unfinished');
}

export function dateWords({ at }: GameNote): string {
  return moment(at);
}
