import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

/**
 * The page to which a payer returns: the conversation for which a gift was bought, else the cart. `paid` comes from the payer's
 * browser, and proves nothing.
 */
export function returnPath(locale: LocaleCode, orderKey: string, paid: number, giftConversation: string | null = null): string {
  if (giftConversation === null) return href(routes.cart, {}, { locale, query: { order: orderKey, paid } })
  return href(routes.messages, {}, { locale, query: { chat: giftConversation, gift: paid ? orderKey : null } })
}
