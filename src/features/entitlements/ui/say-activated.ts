import type { Translator } from '#shared/i18n/translator.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import type { ActivatedBoost } from '../contract.ts'

/** Shows in a toast until when a boost lasts, or when one begins that waits for another (`isLater`). */
export function sayActivated({ t, format }: Translator, { startsAt, endsAt }: ActivatedBoost, isLater: boolean): void {
  const time = format.time(isLater ? startsAt : endsAt)
  const title = t(isLater ? 'boosts.activate.doneLater' : 'boosts.activate.done', { time })
  showToast({ id: 'boost', type: 'success', title })
}
