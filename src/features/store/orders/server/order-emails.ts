import * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import { defineEmail, noticeLifetimeMs, type Email, type EmailContext } from '#features/mail/server/public.ts'
import { lastWithdrawalDay, type OrderView } from '#features/store/order-view.ts'
import type { EmailedEvent } from '../order-news.ts'
import { receiptFacts, receiptLines, receiptSums } from '../receipt.ts'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { defaultLocale, findLocale } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { claimEmail } from './news-queries.ts'
import { orderStatements, toOrderView } from './read-orders.ts'
import { sellerOf } from './seller.ts'

/** `token`: identifies this email among those about the same news; one of them is sent. */
const facts = v.object({ order: v.string(), token: v.string() })

/** The content of the two emails; the order's own text is in the language in which it was placed. */
type Write = (order: OrderView, words: Translator) => Omit<Email, 'lang' | 'action' | 'notes'>

/** Order emails are sent whatever state the account is in: the first one is the confirmation of a contract. */
function defineOrderEmail(event: EmailedEvent, write: Write) {
  return defineEmail({
    name: `order-${event}`,
    lifetimeMs: noticeLifetimeMs,
    facts,
    async write({ env, origin, reader }: EmailContext, { order: id, token }): Promise<Email | null> {
      const db = openDatabase(env.DB)
      if (!(await claimEmail(db, { order: id, event, token }))) return null
      const rows = await db.batch(orderStatements(db, id, null))
      const order = toOrderView(rows, sellerOf(env))
      const placed = rows[0][0]
      if (!order || !placed) return null
      const code = findLocale(placed.locale)?.code ?? defaultLocale
      const messages = await loadMessages(code, ['common', 'emails', 'legal', 'store', 'orders'])
      const words = createTranslator(code, messages, { timeZone: reader.timeZone })
      const { t, locale } = words
      return {
        lang: locale.lang,
        ...write(order, words),
        action: {
          label: t('orders.email.paid.action'),
          url: origin + href(routes.store, {}, { locale: code, query: { order: id } }),
        },
        notes: [t('orders.email.why'), t('emails.digest.footer', { tagline: t('common.brand.tagline') })],
      }
    },
  })
}

/** The confirmation of the contract: with how to withdraw, the model form and the consent given (2011/83/EU, art. 8 (7)). */
function writePaid(order: OrderView, words: Translator): ReturnType<Write> {
  const { t, format, locale } = words
  const { seller, paidAt, placedAt, total, currency } = order
  const at = paidAt ?? placedAt
  return {
    subject: t('orders.email.paid.subject'),
    preview: t('orders.email.paid.preview', { total: formatMoney(locale, total, currency), date: format.date(at) }),
    title: t('orders.email.paid.title'),
    paragraphs: [t('orders.email.paid.text', { seller: seller.name })],
    sections: [
      { title: t('orders.receipt.items'), rows: receiptLines(order, words) },
      // A refund made before this email has its own.
      {
        title: t('orders.receipt.title'),
        rows: [...receiptSums({ ...order, refund: null }, words), ...receiptFacts(order, words)],
      },
      {
        title: t('orders.email.paid.withdrawTitle'),
        paragraphs: [
          t('orders.email.paid.withdraw', {
            date: format.date(lastWithdrawalDay(at)),
            button: t('orders.withdraw.title'),
            email: seller.contactEmail,
          }),
          t('orders.email.paid.share'),
          t('orders.email.paid.asked'),
        ],
      },
      {
        title: t('legal.terms.sections.form.title'),
        paragraphs: t('legal.terms.sections.form.text', { name: seller.name, email: seller.contactEmail }).split('\n'),
      },
    ],
  }
}

function writeRefunded(order: OrderView, words: Translator): ReturnType<Write> {
  const { t, format, locale } = words
  const amount = formatMoney(locale, order.refund?.amount ?? 0, order.currency)
  const date = format.date(order.placedAt)
  return {
    subject: t('orders.email.refunded.subject'),
    preview: t('orders.email.refunded.preview', { amount, date }),
    title: t('orders.email.refunded.title'),
    paragraphs: [t('orders.email.refunded.text', { amount, date }), t('orders.email.refunded.gone')],
    sections: [
      {
        title: t('orders.receipt.title'),
        rows: [...receiptLines(order, words), ...receiptSums(order, words), ...receiptFacts(order, words)],
      },
    ],
  }
}

export const orderEmails = {
  paid: defineOrderEmail('paid', writePaid),
  refunded: defineOrderEmail('refunded', writeRefunded),
} as const
