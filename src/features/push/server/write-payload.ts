import { defaultLocale, findLocale } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { PushLink, PushPayload } from '../contract.ts'

type Facts = { kind: NotificationKind; locale: string; isSilent: boolean; about: PushLink; isWaitAlert?: boolean | undefined }

/** Writes a message of a kind in a member's language: the same text for everyone with that language. */
export async function writePayload({ kind, locale, isSilent, about, isWaitAlert }: Facts): Promise<PushPayload> {
  const code = findLocale(locale)?.code ?? defaultLocale
  // The text contains no time, so no time zone matters.
  const { t } = createTranslator(code, await loadMessages(code, ['push']), { timeZone: 'UTC' })
  const words = { title: t(isWaitAlert ? 'push.waitAlert' : `push.kind.${kind}`), text: t('push.text') }
  return { kind, locale: code, ...words, ...about, ...(isSilent ? { isSilent } : {}) }
}
