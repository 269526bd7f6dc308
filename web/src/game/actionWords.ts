// A decision in words, for lists and for the screen reader.
import { t } from '../i18n/index.svelte';
import type { About, Action } from '../protocol/messages';
import { tokenTold } from './narrator';
import { hunterName, ticketName } from './words';

export function actionWords(about: About, action: Action): string {
  switch (action.kind) {
    case 'place':
      return t('action.place', { hunter: hunterName(about, action.hunter), station: action.at });
    case 'start':
      return t('action.start', { station: action.at });
    case 'move': {
      const parts = [
        action.ticket
          ? t('action.by', { ticket: ticketName(about, action.ticket), station: action.to })
          : t('action.to', { station: action.to }),
      ];
      if (action.double) parts.unshift(t('ticket.double'));
      if (action.crime) parts.push(t('extra.crime'));
      if (action.ability) parts.push(t(`ability.${action.ability}`));
      if (action.show) parts.push(t('extra.show'));
      return parts.join(', ');
    }
    case 'balloon':
      return action.double ? `${t('ticket.double')}, ${t('ticket.balloon')}` : t('ticket.balloon');
    case 'land': {
      const parts = [t('action.land', { station: action.at })];
      if (action.crime) parts.push(t('extra.crime'));
      if (action.ability) parts.push(t(`ability.${action.ability}`));
      return parts.join(', ');
    }
    case 'take':
      return t('action.take', {
        hunter: hunterName(about, action.from),
        ticket: ticketName(about, action.ticket),
      });
    case 'hunt':
      return action.ticket
        ? t('action.by', { ticket: ticketName(about, action.ticket), station: action.to })
        : t('action.to', { station: action.to });
    case 'token':
      return tokenTold(about, action);
    case 'end_turn':
      return t('tray.end_turn');
    case 'concede':
      return t('menu.yield');
  }
}
