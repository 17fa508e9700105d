import * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import { defineEmail, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { brand } from '#shared/brand.ts'
import { defaultLocale, getLocale } from '#shared/i18n/locales.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { operatorsMessage } from '../contract.ts'
import { paragraphsOf } from '../rules.ts'
import { findMessage } from './queries.ts'

const noticeFacts = v.object({ id: v.string(), topic: v.string(), locale: v.string() })

/**
 * Notifies the operators of a message, in English like their pages. Its writer and text stay on the operators' pages, which log
 * each reading and delete the message in time; a mailbox does neither.
 */
const noticeEmail = defineEmail({
  name: 'contact-notice',
  lifetimeMs: noticeLifetimeMs,
  facts: noticeFacts,
  write: ({ origin }, { id, topic, locale }) => ({
    lang: getLocale(defaultLocale).lang,
    subject: `New message: ${topic} (${locale})`,
    preview: 'Somebody has used the contact form.',
    title: 'A new message',
    paragraphs: [`Somebody has used the contact form. Topic: ${topic}. Language: ${locale}.`],
    action: { label: 'Read and answer', url: origin + addressOf(operatorsMessage, { id }) },
    notes: [`${brand.name} sends this to the contact address of the site.`],
  }),
})

/**
 * The answer, in the language of the message. It quotes nothing, because anyone could have sent the message with this address.
 */
const answerEmail = defineEmail({
  name: 'contact-answer',
  lifetimeMs: noticeLifetimeMs,
  facts: v.object({ id: v.string() }),
  async write({ env, t, format, code, origin, footer, reader }, { id }) {
    const message = await findMessage(openDatabase(env.DB), id)
    if (!message || message.answer === null) return null
    const written = t('emails.contact.preview', { date: format.date(message.createdAt) })
    const form =
      reader.state === null
        ? href(routes.contactUs, {}, { locale: code })
        : href(routes.mainSettings, {}, { locale: code, query: { section: 'help' } })
    return {
      lang: getLocale(code).lang,
      subject: t('emails.contact.subject'),
      preview: written,
      title: t('emails.contact.subject'),
      paragraphs: [written, ...paragraphsOf(message.answer)],
      action: { label: t('emails.contact.action'), url: origin + form },
      notes: [t('emails.contact.ignore'), footer('emails.contact.footer')],
    }
  },
})

export const contactEmails = [noticeEmail, answerEmail]

export function sendMessageNotice(c: AppContext, facts: v.InferInput<typeof noticeFacts>): void {
  sendEmailLater(c, noticeEmail, { kind: 'operator', id: facts.id }, facts)
}

export function sendAnswer(c: AppContext, id: string): void {
  sendEmailLater(c, answerEmail, { kind: 'contact', id }, { id })
}
