import { brand } from '#shared/brand.ts'
import { defaultLocale, findLocale } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { Env } from '#server/env.ts'
import { serviceCode } from '../rules.ts'
import { renderEmail } from './email.ts'
import type { EmailContext, EmailKind } from './email-kind.ts'
import { openEmail, type QueuedEmail } from './queued-email.ts'
import { findReader } from './recipient.ts'

/** Why an email was not sent, in a word without personal data. */
export class EmailFailure extends Error {
  override name = 'EmailFailure'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/**
 * Reads the recipient, writes the email and passes it to the mail service. `not-needed`: the recipient no longer exists, or its
 * kind has nothing left to report. Throws `EmailFailure`.
 */
export async function sendEmail(
  env: Env,
  kinds: readonly EmailKind[],
  email: QueuedEmail,
  now: number,
): Promise<'sent' | 'not-needed'> {
  if (email.until <= now) throw new EmailFailure('too-late')
  const kind = kinds.find(({ name }) => name === email.kind)
  // Another version of the worker may know this kind.
  if (!kind) throw new EmailFailure('unknown-kind')
  const contents = await openEmail(env, email, now)
  if (!contents) throw new EmailFailure('unreadable')
  const reader = await failingAs('database', findReader(env, contents.to))
  if (!reader) return 'not-needed'
  const { origin, facts } = contents
  const written = await failingAs('writing', write(kind, facts, { env, origin, reader, at: email.at }))
  if (!written) return 'not-needed'
  await sendMail(env, { to: reader.email, ...renderEmail(written) })
  return 'sent'
}

async function write(kind: EmailKind, facts: unknown, given: Pick<EmailContext, 'env' | 'origin' | 'reader' | 'at'>) {
  const { locale, timeZone } = given.reader
  const code = findLocale(locale)?.code ?? defaultLocale
  const messages = await loadMessages(code, ['common', 'emails'])
  const { t, tn, format } = createTranslator(code, messages, { timeZone })
  const footer: EmailContext['footer'] = (key) => t(key, { tagline: t('common.brand.tagline') })
  return kind.write({ ...given, t, tn, format, footer, code }, facts)
}

type Mail = { to: string } & ReturnType<typeof renderEmail>

/** Passes it to the mail service; locally the binding writes files and logs their paths. Throws `EmailFailure`. */
export async function sendMail({ EMAIL, MAIL_FROM }: Pick<Env, 'EMAIL' | 'MAIL_FROM'>, mail: Mail): Promise<void> {
  try {
    await EMAIL.send({ from: { name: brand.name, email: MAIL_FROM }, ...mail })
  } catch (error) {
    throw new EmailFailure(serviceCode(error))
  }
}

/** The error itself may name people, so only the step that failed is passed on. */
async function failingAs<Value>(code: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch {
    throw new EmailFailure(code)
  }
}
