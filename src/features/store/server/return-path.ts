import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

/** The page that a payer comes back to; `paid` is the payer's own way, and proves nothing. */
export const returnPath = (locale: LocaleCode, orderKey: string, paid: number) =>
  href(routes.cart, {}, { locale, query: { order: orderKey, paid } })
