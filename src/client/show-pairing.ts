import type { Translator } from '#shared/i18n/translator.ts'
import type { AnonymousEvent } from '#shared/realtime/wire.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/** The partner is there already, so this one stays long enough to be seen. */
const readyMs = 30_000

/** Leads to a chat that has begun while the member is on another page. */
export function showPairing({ state, id }: AnonymousEvent, { t, locale }: Translator): void {
  if (state !== 'paired' || id === undefined) return
  showToast({
    title: t('common.encounterReady.title'),
    text: t('common.encounterReady.text'),
    href: href(routes.anonymousChatRoom, { id }, { locale: locale.code }),
    type: 'success',
    durationMs: readyMs,
  })
}
