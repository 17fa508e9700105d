import type { LikesLeftView } from '#features/likes/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/** The toast for a press without likes left: when the next ones arrive, and what to do until then. */
export function sayNoLikesLeft({ t, format }: Translator, quota: LikesLeftView, person: { firstName: string }): void {
  // A page opened the day before does not know the next reset.
  const reset = quota.resetsAt > Date.now() ? t('likes.left.reset', { time: format.timeIn(quota.resetsAt, quota.timeZone) }) : ''
  showToast({
    id: 'no-likes-left',
    type: 'warn',
    title: t('likes.left.none'),
    text: `${reset} ${t('likes.left.star', { name: person.firstName })}`.trim(),
  })
}
