// What was agreed for a table, in words.
import { fugitiveName } from '../game/words';
import { list, maybe, t } from '../i18n/index.svelte';
import type { About, Clock, EditionSummary, OptionSummary, Scene } from '../protocol/messages';
import { PROPOSED } from './choices';

export function clockWords(clock: Clock): string {
  if (clock.kind === 'none') return t('clock.none');
  const { seconds } = clock;
  const span =
    seconds >= 86_400
      ? t('clock.days', { n: Math.round(seconds / 86_400) })
      : seconds >= 60
        ? t('clock.minutes', { n: Math.round(seconds / 60) })
        : t('clock.seconds', { n: seconds });
  return clock.kind === 'move' ? t('clock.move', { span }) : t('clock.turn', { span });
}

/** A choice of an option. */
export function choiceWords(key: string, value: string): string {
  return maybe(`option.${key}.${value}`) ?? maybe(`name.${value}`) ?? value;
}

/** What an option is about. */
export function optionName({ fugitive }: Pick<EditionSummary, 'fugitive'>, { key, text }: OptionSummary): string {
  return maybe(`option.${key}.name`, { fugitive: fugitiveName({ fugitive }) }) ?? maybe(`option.${key}.true`) ?? text;
}

function agreedOption({ pool_proposed: proposed }: About, { key, value }: About['changed'][number]): string {
  if (key === PROPOSED && proposed) return t('lobby.pool_proposed');
  const words = list(value.split(',').map((word) => choiceWords(key, word)));
  return maybe(`option.${key}.${value}`) ?? maybe(`option.${key}`, { value: words }) ?? `${key}: ${words}`;
}

/** What was agreed; of the options, what is not as usual. */
export function agreedWords({ settings, about }: Pick<Scene, 'settings' | 'about'>): string[] {
  return [
    t('agreed.detectives', { n: settings.detectives }),
    ...about.changed.map((option) => agreedOption(about, option)),
    clockWords(settings.clock),
    t(`assist.${settings.assist}`),
    t(`visibility.${settings.visibility}`),
  ];
}
