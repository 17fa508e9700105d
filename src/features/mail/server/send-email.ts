import { defaultLocale, findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { Env } from '#server/env.ts'
import { renderEmail, type Email } from './email.ts'
import { sendMail } from './send-mail.ts'

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
