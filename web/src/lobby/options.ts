// What was agreed for a table, in words.
import { fugitiveName } from '../game/words';
import { list, maybe, maybePrinted, type Printed, t } from '../i18n/index.svelte';
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
export function choiceWords(game: Printed, key: string, value: string): string {
  return maybePrinted(game, `option.${key}.${value}`) ?? maybe(`name.${value}`) ?? value;
}

/** What an option is about. */
export function optionName(
  edition: Pick<EditionSummary, 'fugitive' | 'words'>,
  { key, text }: Pick<OptionSummary, 'key' | 'text'>,
): string {
  const named = maybePrinted(edition, `option.${key}.name`, { fugitive: fugitiveName(edition) });
  return named ?? maybePrinted(edition, `option.${key}.true`) ?? text;
}

/** @param detectives of a list that has a place for each, so many are played */
function agreedOption(about: About, { key, value }: About['changed'][number], detectives: number): string {
  if (key === PROPOSED && about.pool_proposed) return t('lobby.pool_proposed');
  const values = value.split(',').slice(0, detectives);
  const words = list(values.map((word) => choiceWords(about, key, word)));
  const whole = maybePrinted(about, `option.${key}.${value}`);
  return whole ?? maybePrinted(about, `option.${key}`, { value: words }) ?? `${key}: ${words}`;
}

/** What was agreed; of the options, what is not as usual. */
export function agreedWords({ settings, about }: Pick<Scene, 'settings' | 'about'>): string[] {
  return [
    t('agreed.detectives', { n: settings.detectives }),
    ...about.changed.map((option) => agreedOption(about, option, settings.detectives)),
    clockWords(settings.clock),
    t(`assist.${settings.assist}`),
    ...(settings.hints ? [t('agreed.hints')] : []),
    t(`visibility.${settings.visibility}`),
  ];
}
