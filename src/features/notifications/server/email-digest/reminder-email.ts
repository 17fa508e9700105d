import * as v from 'valibot'
import { defineEmail, queueEmail, type Email, type EmailContext } from '#features/mail/server/public.ts'
import type { EmailKind } from '#features/notifications/contract.ts'
import type { Env } from '#server/env.ts'
import { unsubscribeUrlOf } from '../unsubscribe-token.ts'

type Definition<Schema extends v.GenericSchema> = {
  name: string
  /** The kind whose switch ends such emails. */
  kind: EmailKind
  facts: Schema
  /** Writes it without the link that ends such emails. */
  write: (context: EmailContext, facts: v.InferOutput<Schema>) => Omit<Email, 'unsubscribe'>
}

/** One reminder to send now, if its member receives such emails. */
export type Reminder = {
  kind: EmailKind
  /** Throws if the queue refuses it. */
  queue: (env: Env, about: { origin: string; member: string }, now: number) => Promise<void>
}

/** Defines a kind of email with its own schedule, which its kind's switch, or its unsubscribe link, ends. */
export function defineReminder<Schema extends v.GenericSchema>({ name, kind, facts, write }: Definition<Schema>) {
  const email = defineEmail({
    name,
    // Each reminder defines its own end of usefulness.
    lifetimeMs: 0,
    facts: v.object({ member: v.string(), about: v.unknown() }),
    async write(context, { member, about }) {
      if (context.reader.state !== 'complete') return null
      const url = await unsubscribeUrlOf(context.env, context.origin, { member, kinds: [kind] })
      return { ...write(context, v.parse(facts, about)), unsubscribe: { label: context.t('emails.digest.unsubscribe'), url } }
    },
  })
  return {
    email,
    /** `until`: from when on it is useless, ms. */
    of: (about: v.InferInput<Schema>, until: number): Reminder => ({
      kind,
      queue: (env, { origin, member }, now) =>
        queueEmail(env, email, { origin, to: { kind: 'member', id: member }, facts: { member, about }, until }, now),
    }),
  }
}
