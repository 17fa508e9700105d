import { stopEmails } from './client.ts'
import { href } from '#shared/routing/href.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import { smallPage, type SmallPage } from '#server/pages/small-page.ts'
import type { AppContext } from '#server/context.ts'
import { notificationActions } from '../contract.ts'
import { isEmailKind } from '../rules.ts'
import { findReader } from './queries.ts'
import { createTranslatorFor } from './notification-text.ts'
import { openUnsubscription } from './unsubscribe-token.ts'

/**
 * GET: asks for confirmation, in the member's language, and never acts by itself, because programs that scan emails open every
 * link.
 */
export async function askUnsubscribe(c: AppContext): Promise<Response> {
  const { translator, found, token } = await readLink(c)
  const { t } = translator
  if (!found) return unknown(c, translator)
  return answer(c, translator, {
    title: t('notifications.unsubscribe.title'),
    text: t('notifications.unsubscribe.ask', { kinds: namesOf(found.kinds, translator) }),
    button: { action: `${notificationActions.unsubscribe.path}?token=${token}`, label: t('notifications.unsubscribe.button') },
  })
}

/** POST: sent by the page's button, or by a mail program (RFC 8058), which sends no cookie and follows no redirect. */
export async function unsubscribe(c: AppContext): Promise<Response> {
  const { translator, found } = await readLink(c)
  if (!found) return unknown(c, translator)
  await stopEmails(c.env, found.member, found.kinds)
  return answer(c, translator, {
    title: translator.t('notifications.unsubscribe.doneTitle'),
    text: translator.t('notifications.unsubscribe.done', { kinds: namesOf(found.kinds, translator) }),
    link: settingsLink(translator),
  })
}

async function readLink(c: AppContext) {
  const token = c.req.query('token') ?? ''
  const found = await openUnsubscription(c.env, token)
  const reader = found && (await findReader(c.get('db'), found.member))
  // A member who has left gets only the confirmation.
  const translator = await createTranslatorFor(reader?.locale ?? c.get('locale').code, 'UTC')
  return { token, translator, found: reader ? found : null }
}

function unknown(c: AppContext, translator: Translator): Response {
  return answer(
    c,
    translator,
    {
      title: translator.t('notifications.unsubscribe.unknownTitle'),
      text: translator.t('notifications.unsubscribe.unknown'),
      link: settingsLink(translator),
    },
    404,
  )
}

function answer(c: AppContext, { locale }: Translator, page: Omit<SmallPage, 'lang'>, status: 200 | 404 = 200): Response {
  return smallPage(c, { lang: locale.lang, ...page }, status)
}

function settingsLink({ t, locale }: Translator): SmallPage['link'] {
  return {
    href: href(routes.mainSettings, {}, { locale: locale.code, query: { section: 'notifications' } }),
    label: t('notifications.unsubscribe.settings'),
  }
}

function namesOf(kinds: readonly NotificationKind[], { t, format }: Translator): string {
  return format.list(kinds.filter(isEmailKind).map((kind) => t(`notifications.unsubscribe.kind.${kind}`)))
}
