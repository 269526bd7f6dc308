// The words of the printed games, by language and edition, as the screen shows them.
import { readdirSync, readFileSync } from 'node:fs';

import { beforeEach, describe, expect, it } from 'vitest';

import { type Language, LANGUAGES, printed, setLanguage, t } from '../i18n/index.svelte';
import { bringLong } from '../i18n/long.svelte';
import { choiceWords, optionName } from '../lobby/options';
import bundled from '../protocol/editions.json';
import type { EditionSummary, FugitiveEvent } from '../protocol/messages';
import { ruleLines } from '../rules/lines';
import { aboutOf, smallBoard } from '../testing/fixtures';
import { gameSentence } from './narrator';
import { boardLabel, editionTitle, hunterName, ticketName, transportName } from './words';

const EDITIONS = bundled as unknown as EditionSummary[];
const edition = (id: string): EditionSummary => EDITIONS.find((other) => other.id === id)!;

/** One word in all editions, or one for each printed game. */
type Expected = string | Partial<Record<string, string>>;
type Term = Record<Language, Expected>;
const same = (word: string): Term => ({ en: word, de: word, fr: word, it: word, nl: word });

/** What the screen shows of a term in an edition. */
const RENDERED: Record<string, (edition: EditionSummary) => string> = {
  log: (game) => printed(game, 'log.title'),
  logFull: (game) => choiceWords(game, 'length', 'log'),
  ferry: (game) => transportName(game, 'ferry'),
  underground: (game) => transportName(game, 'underground'),
  supply: (game) => printed(game, 'stock.supply'),
  supplyOption: (game) => optionName(game, { key: 'supply', text: '' }),
  black: (game) => ticketName(game, 'black'),
  blackCount: (game) => printed(game, 'ticket.n_black', { n: 3 }),
  blackPlayed: ({ theme, words }) => gameSentence(aboutOf({ theme, words }), BLACK) ?? '',
  double: () => t('ticket.double'),
  doubleCount: () => t('ticket.n_double', { n: 2 }),
  bobby: () => hunterName(aboutOf({ bobbies: 1 }), 'b1'),
  bobbies: () => t('lobby.bobbies', { n: 2 }),
  piece: () => t('prompt.piece'),
  station: () => t('find.title'),
  board: () => boardLabel(smallBoard()),
};

const BLACK: FugitiveEvent = {
  event: 'moved',
  slot: 1,
  ticket: 'black',
  balloon: false,
  leg: 'single',
  at: null,
  crime: false,
  ability: null,
  show: false,
};

const modernOr = (modern: string, others: Record<string, string>): Expected => ({ modern, ...others });

const TERMS: Record<keyof typeof RENDERED, Term> = {
  log: {
    en: 'Travel log',
    de: 'Fahrtentafel',
    fr: modernOr('Tablette de déplacements', { classic: 'Tableau de parcours' }),
    it: 'Tabella itinerario',
    nl: 'Rittentabel',
  },
  logFull: {
    en: 'travel log',
    de: 'Fahrtentafel',
    fr: modernOr('tablette de déplacements', { classic: 'tableau de parcours' }),
    it: 'tabella itinerario',
    nl: 'rittentabel',
  },
  ferry: {
    en: 'Ferry',
    de: 'Fähre',
    fr: modernOr('Ferry', { classic: 'Bateau', holmes: 'Navette', compact: 'Bateau' }),
    it: 'Traghetto',
    nl: 'Pont',
  },
  underground: {
    en: modernOr('Underground', { holmes: 'Metro' }),
    de: modernOr('Underground', { holmes: 'U-Bahn' }),
    fr: 'Métro',
    it: modernOr('Metropolitana', { holmes: 'Metro' }),
    nl: 'Metro',
  },
  supply: {
    en: 'General draw pile',
    de: 'Vorrat',
    fr: modernOr('Pioche commune', { holmes: 'Réserve générale' }),
    it: 'Dotazione iniziale',
    nl: 'Voorraad',
  },
  supplyOption: {
    en: 'General draw pile',
    de: 'Vorrat',
    fr: modernOr('Pioche commune', { holmes: 'Réserve générale' }),
    it: 'Dotazione iniziale',
    nl: 'Voorraad',
  },
  black: {
    en: 'Black ticket',
    de: 'Black-Ticket',
    fr: modernOr('Black Ticket', { classic: 'Ticket noir' }),
    it: 'Biglietto nero',
    nl: 'Black ticket',
  },
  blackCount: {
    en: '3 black tickets',
    de: '3 Black-Tickets',
    fr: modernOr('3 Black Tickets', { classic: '3 tickets noirs' }),
    it: '3 biglietti neri',
    nl: '3 black tickets',
  },
  blackPlayed: {
    en: 'a black ticket.',
    de: 'ein Black-Ticket',
    fr: modernOr('un Black Ticket.', { classic: 'un ticket noir.' }),
    it: 'un biglietto nero.',
    nl: 'een black ticket.',
  },
  double: { en: 'Double-move ticket', de: 'Doppelzug', fr: 'Coup double', it: 'Mossa doppia', nl: 'Dubbelzet' },
  doubleCount: {
    en: '2 double-move tickets',
    de: '2 Doppelzüge',
    fr: '2 coups doubles',
    it: '2 mosse doppie',
    nl: '2 dubbelzetten',
  },
  bobby: { ...same('Bobby'), it: 'Poliziotto' },
  bobbies: { en: '2 bobbies', de: '2 Bobbies', fr: '2 Bobbies', it: '2 poliziotti', nl: '2 Bobbies' },
  piece: { en: 'piece', de: 'Figur', fr: 'figurine', it: 'pedina', nl: 'speelfiguur' },
  station: { en: 'station', de: 'Station', fr: 'station', it: 'stazione', nl: 'Halte' },
  board: { en: 'Board', de: 'Spielplan', fr: 'Plan de jeu', it: 'Piano di gioco', nl: 'Bord' },
};

describe.each(LANGUAGES)('the printed words, %s', (language) => {
  beforeEach(async () => {
    await setLanguage(language);
    await bringLong();
  });

  describe.each(EDITIONS)('$id', (game) => {
    it.each(Object.entries(TERMS))('%s', (name, term) => {
      const expected = term[language];
      const word = typeof expected === 'string' ? expected : (expected[game.words] ?? expected.modern);
      expect(RENDERED[name]!(game)).toContain(word);
    });
  });

  it('are those of the edition in the rules of all, too', () => {
    const rules = (id: string) =>
      ruleLines(edition(id), 'common')
        .map(({ text }) => text)
        .join(' ');
    const differ = rules('classic') !== rules('modern');
    expect(differ).toBe(language === 'fr');
  });
});

describe('the words of the Holmes edition and of manhunts, in French', () => {
  beforeEach(async () => {
    await setLanguage('fr');
    await bringLong();
  });

  it.each([
    ['hide-out', () => t('mark.hideout'), 'Planque'],
    ['to hide', () => t('ability.lie_low'), 'Se planquer'],
    ['crime scene', () => t('mark.crime'), 'Lieu du Crime'],
    ['reserve', () => t('stock.reserve'), 'Réserve'],
    ['original rules', () => editionTitle(edition('holmes-original')), 'règles originales'],
    ['carriage', () => ticketName(edition('holmes'), 'taxi'), 'Calèche'],
    ['omnibus', () => ticketName(edition('holmes'), 'bus'), 'Omnibus'],
    ['metro', () => ticketName(edition('holmes'), 'underground'), 'Métro'],
    ['manhunt', () => t('end.next'), 'Manche'],
    ['ability', () => ruleLines(edition('holmes'), 'holmes')[0]!.text, 'capacité'],
  ])('%s', (_, rendered, word) => {
    expect(rendered()).toContain(word);
  });
});

/** Words that were ours before the printed ones were known, and the keys where they may stand. */
const FORMER: Record<Language, [RegExp, RegExp?][]> = {
  en: [[/double tickets?\b/i], [/\bsupply\b/i]],
  de: [[/Bobbys/], [/U-Bahn/, /metro|holmes/], [/\bBlack\b(?!-)/], [/Schwarz/i]],
  fr: [
    [/carnet|plateau|\bpions?\b|cachettes?\b|se terre|stock spécial|pouvoir\b|lieux? de crime|règles de base/i],
    [/tickets? noirs?/i, /classic|study/],
    [/bateau/i, /classic|compact/],
    [/bobb(y|ies)/],
    [/\bchasses?\b(?! à Mister X)/i, /^seats\.title$/],
  ],
  it: [[/tabellone|bobb(y|ies)|riserva|\bdoppia\b(?<!mossa doppia)/i]],
  nl: [[/reisbord|veerbo|zwarte? ticket|\bpion|station|bobby’s|kaartje/i]],
};

/** Words for colours, and the word itself: the map has none that a text could name. */
const COLOURS: Record<Language, RegExp> = {
  en: /\b(red|blue|green|yellow|purple|violet|white|grey|colou?rs?)\b/i,
  de: /(?<![a-zäöüß])(rote?[mnrs]?|blaue?[mnrs]?|grüne?[mnrs]?|gelbe?[mnrs]?|violette?[mnrs]?|weiße?[mnrs]?|graue?[mnrs]?|farben?)(?![a-zäöüß])/i,
  fr: /(?<![a-zà-ÿ])(rouges?|bleue?s?|verte?s?|jaunes?|violette?s?|blanche?s?|grise?s?|couleurs?)(?![a-zà-ÿ])/i,
  it: /\b(ross[oaie]|blu|verd[ei]|giall[oaie]|viola|bianc(o|a|hi|he)|grigi[oae]?|color[ei])\b/i,
  nl: /\b(rode?|rood|blauwe?|groene?|gele?|paarse?|witte?|grijze?|kleur(en)?)\b/i,
};

describe('texts', () => {
  const folder = new URL('../locales/', import.meta.url);
  const texts = (language: Language): [string, string][] =>
    readdirSync(folder)
      .filter((name) => name.startsWith(`${language}.`))
      .flatMap((name) =>
        Object.entries(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, string>),
      )
      .map(([key, text]) => [key, text.replace(/\{\w+\}/g, '')]);

  it.each(LANGUAGES)('use no former words, %s', (language) => {
    const found = texts(language).filter(([key, text]) =>
      FORMER[language].some(([former, allowed]) => former.test(text) && !allowed?.test(key)),
    );
    expect(found).toEqual([]);
  });

  it.each(LANGUAGES)('name no colour but those of the pieces, %s', (language) => {
    const found = texts(language).filter(([key, text]) => COLOURS[language].test(text) && !/^(name|learn)\./.test(key));
    expect(found).toEqual([]);
  });
});
