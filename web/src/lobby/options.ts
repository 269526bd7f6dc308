// What was agreed for a table, in words.
import { list, maybe, t } from '../i18n/index.svelte';
import type { Clock, Settings } from '../protocol/messages';

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

export function optionWords(settings: Settings): string[] {
  const lines = [t('agreed.detectives', { n: settings.detectives })];
  for (const option of settings.options) {
    const [key, value = ''] = option.split('=');
    const words = list(value.split(',').map((word) => maybe(`name.${word}`) ?? word));
    lines.push(maybe(`option.${key}.${value}`) ?? maybe(`option.${key}`, { value: words }) ?? option);
  }
  lines.push(clockWords(settings.clock));
  lines.push(t(`assist.${settings.assist}`));
  lines.push(t(`visibility.${settings.visibility}`));
  return lines;
}
