import * as v from 'valibot'
import { defineEmail, queueEmail, type Email, type EmailContext } from '#features/mail/server/public.ts'
import type { EmailKind } from '#features/notifications/contract.ts'
import type { Env } from '#server/env.ts'
import { unsubscribeUrlOf } from '../unsubscribe-token.ts'

type Definition<Schema extends v.GenericSchema> = {
  name: string
  /** Whose switch ends such emails. */
  kind: EmailKind
  facts: Schema
  /** Writes it without the link that ends such emails. */
  write: (context: EmailContext, facts: v.InferOutput<Schema>) => Omit<Email, 'unsubscribe'>
}

/** One reminder that is to be sent now, if its member gets such emails. */
export type Reminder = {
  kind: EmailKind
  /** Throws when the queue does not take it. */
  queue: (env: Env, about: { origin: string; member: string }, now: number) => Promise<void>
}

/** Defines a kind of email that comes at a time of its own, and that its kind's switch ends, or one press. */
export function defineReminder<Schema extends v.GenericSchema>({ name, kind, facts, write }: Definition<Schema>) {
  const email = defineEmail({
    name,
    // Each says by itself until when it is of use.
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
    /** `until`: from when on it is of no use, ms. */
    of: (about: v.InferInput<Schema>, until: number): Reminder => ({
      kind,
      queue: (env, { origin, member }, now) =>
        queueEmail(env, email, { origin, to: { kind: 'member', id: member }, facts: { member, about }, until }, now),
    }),
  }
}
