import { defaultLocale, findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { Env } from '#server/env.ts'
import { renderEmail, type Email } from './email.ts'
import { brand } from '#shared/brand.ts'

/** The recipient of an e-mail, and the language and time zone in which they read it. */
export type Reader = { email: string; firstName: string; locale: string; timeZone?: string }

type FooterKey = 'emails.footer' | 'emails.security.footer' | 'emails.digest.footer'

/** Everything that writing an e-mail needs: the texts of `emails`, the note that ends it, and the origin of its links. */
export type EmailContext = Pick<Translator, 't' | 'tn' | 'format'> & {
  footer: (key: FooterKey) => string
  code: LocaleCode
  origin: string
}

/** Writes and sends an e-mail; throws when the mail service refuses. `origin`: the deployment's address, for links. */
export async function sendEmail(
  env: Pick<Env, 'EMAIL' | 'MAIL_FROM'>,
  origin: string,
  reader: Reader,
  write: (context: EmailContext) => Email,
): Promise<void> {
  const code = findLocale(reader.locale)?.code ?? defaultLocale
  const messages = await loadMessages(code, ['common', 'emails'])
  const { t, tn, format } = createTranslator(code, messages, { timeZone: reader.timeZone ?? 'UTC' })
  const footer = (key: FooterKey) => t(key, { tagline: t('common.brand.tagline') })
  await sendMail(env, { to: reader.email, ...renderEmail(write({ t, tn, format, footer, code, origin })) })
}

export type Mail = { to: string; subject: string; text: string; html: string; headers?: Record<string, string> }

/**
 * Sends through the `EMAIL` binding; locally it writes files and logs their paths. Throws when the binding refuses: the
 * caller sends after its answer and logs the failure, without address or content.
 */
export async function sendMail(env: Pick<Env, 'EMAIL' | 'MAIL_FROM'>, mail: Mail): Promise<void> {
  await env.EMAIL.send({ from: { name: brand.name, email: env.MAIL_FROM }, ...mail })
}
