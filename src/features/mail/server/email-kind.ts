import * as v from 'valibot'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { Env } from '#server/env.ts'
import type { Email } from './email.ts'
import type { Reader } from './recipient.ts'

type FooterKey = `emails.${'' | 'known.' | 'security.' | 'decision.' | 'digest.' | 'contact.'}footer`

/** Everything that writing an email needs: the texts of `emails`, the note that ends it, and the origin of its links. */
export type EmailContext = Pick<Translator, 't' | 'tn' | 'format'> & {
  footer: (key: FooterKey) => string
  code: LocaleCode
  origin: string
  reader: Reader
  /** When it was asked for, ms; it may be sent later. */
  at: number
  env: Env
}

/** One kind of email, as it is written when it is sent. */
export type EmailKind = {
  /** In the queue, in logs and on the operators' pages. A new name means that those on their way are not known. */
  name: string
  /** So long after it was asked for it is of use; then it is not sent any more. */
  lifetimeMs: number
  /** Returns null when there is nothing to write any more. Throws when `facts` are not this kind's. */
  write: (context: EmailContext, facts: unknown) => Promise<Email | null>
}

/** The same with the schema of its facts, which must be JSON. */
export type EmailKindOf<Schema extends v.GenericSchema> = EmailKind & { facts: Schema }

type Definition<Schema extends v.GenericSchema> = Omit<EmailKindOf<Schema>, 'write'> & {
  write: (context: EmailContext, facts: v.InferOutput<Schema>) => Email | null | Promise<Email | null>
}

/** Defines a kind of email. It is sent only if the worker's list (src/worker/email-kinds.ts) has it. */
export function defineEmail<Schema extends v.GenericSchema>(definition: Definition<Schema>): EmailKindOf<Schema> {
  return { ...definition, write: async (context, facts) => definition.write(context, v.parse(definition.facts, facts)) }
}

/** For kinds that need nothing but their recipient. */
export const noFacts = v.object({})

/** How long emails are of use that report a change of the account. */
export const noticeLifetimeMs = 7 * 24 * 60 * 60_000
