import * as v from 'valibot'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { Env } from '#server/env.ts'
import type { Email } from './email.ts'
import type { Reader } from './recipient.ts'

type FooterKey = `emails.${'' | 'known.' | 'security.' | 'decision.' | 'digest.' | 'contact.' | 'purged.'}footer`

/** Everything needed to write an email: the texts of `emails`, the note at its end, and the origin of its links. */
export type EmailContext = Pick<Translator, 't' | 'tn' | 'format'> & {
  footer: (key: FooterKey) => string
  code: LocaleCode
  origin: string
  reader: Reader
  /** When it was requested, ms; it may be sent later. */
  at: number
  env: Env
}

/** One kind of email, written when it is sent. */
export type EmailKind = {
  /** Used in the queue, in logs and on the operators' pages. Emails queued under an old name are no longer recognised. */
  name: string
  /** How long after its request it is useful; after that it is not sent. */
  lifetimeMs: number
  /** Returns null if the email is no longer needed. Throws if `facts` belong to another kind. */
  write: (context: EmailContext, facts: unknown) => Promise<Email | null>
}

/** A kind with the schema of its facts, which must be JSON. */
export type EmailKindOf<Schema extends v.GenericSchema> = EmailKind & { facts: Schema }

type Definition<Schema extends v.GenericSchema> = Omit<EmailKindOf<Schema>, 'write'> & {
  write: (context: EmailContext, facts: v.InferOutput<Schema>) => Email | null | Promise<Email | null>
}

/** Defines a kind of email. It is sent only if the worker's list (src/worker/email-kinds.ts) contains it. */
export function defineEmail<Schema extends v.GenericSchema>(definition: Definition<Schema>): EmailKindOf<Schema> {
  return { ...definition, write: async (context, facts) => definition.write(context, v.parse(definition.facts, facts)) }
}

/** For kinds that need nothing but their recipient. */
export const noFacts = v.object({})

/** How long emails that report a change of the account are useful. */
export const noticeLifetimeMs = 7 * 24 * 60 * 60_000
