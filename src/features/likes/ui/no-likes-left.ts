import type { LikesLeftView } from '#features/likes/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/** A press when nothing is left: when new ones come, and what there is to do until then. */
export function sayNoLikesLeft({ t, format }: Translator, quota: LikesLeftView, person: { firstName: string }): void {
  // A page that has been open since the day before does not know the next time.
  const reset = quota.resetsAt > Date.now() ? t('likes.left.reset', { time: format.time(quota.resetsAt) }) : ''
  showToast({
    id: 'no-likes-left',
    type: 'warn',
    title: t('likes.left.none'),
    text: `${reset} ${t('likes.left.star', { name: person.firstName })}`.trim(),
  })
}
