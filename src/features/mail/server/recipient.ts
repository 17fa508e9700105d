import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { openDatabase, type Database } from '#db/database.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { contactMessages, emailChanges, members, oneTimeCodes, registrations } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { operatorEmail } from '#server/operator-email.ts'
import { defaultLocale } from '#shared/i18n/locales.ts'

/**
 * Identifies the recipient of an email without the address, which is read when it is sent. `new-address`: the one that a code
 * confirms, `old-address`: the one before a change, `contact`: the writer of a message, each by the id of its row. `operator`:
 * the people who run this deployment, whatever the id. `former-member`: of a purged account, of which nothing is left to read; the id
 * is the `FormerReader` itself.
 */
export const recipientSchema = v.object({
  kind: v.picklist(['member', 'registration', 'new-address', 'old-address', 'contact', 'operator', 'former-member']),
  id: v.string(),
})
export type Recipient = v.InferOutput<typeof recipientSchema>

/** The recipient of an email, with their language and time zone. `state`: of their account; null without one. */
export type Reader = { email: string; firstName: string; locale: string; timeZone: string; state: string | null }

const formerReaderSchema = v.object({ email: v.string(), firstName: v.string(), locale: v.string(), timeZone: v.string() })
export type FormerReader = v.InferOutput<typeof formerReaderSchema>

/** Names the recipient of the last email about an account. The address is in the queue, encrypted, until the email is sent. */
export const formerMember = (reader: FormerReader): Recipient => ({ kind: 'former-member', id: JSON.stringify(reader) })

const ofMember = {
  firstName: members.firstName,
  locale: members.locale,
  timeZone: members.timeZone,
  state: ownStateSql().as('own_state'),
}

/** Returns null if the account, the sign-up or the change no longer exists: then the email has no reader. */
export async function findReader(env: Pick<Env, 'DB' | 'OPERATOR_EMAIL'>, { kind, id }: Recipient): Promise<Reader | null> {
  if (kind === 'operator')
    return { email: operatorEmail(env), firstName: '', locale: defaultLocale, timeZone: 'UTC', state: null }
  if (kind === 'former-member') return { ...v.parse(formerReaderSchema, JSON.parse(id)), state: null }
  const [row] = await findRows[kind](openDatabase(env.DB), id)
  return row ?? null
}

const findRows = {
  member: (db, id) =>
    db
      .select({ email: members.email, ...ofMember })
      .from(members)
      .where(eq(members.id, id)),
  async registration(db, id) {
    const { email, firstName, locale, timeZone } = registrations
    const rows = await db.select({ email, firstName, locale, timeZone }).from(registrations).where(eq(registrations.id, id))
    return rows.map((row) => ({ ...row, state: null }))
  },
  'new-address': (db, id) =>
    db
      .select({ email: oneTimeCodes.email, ...ofMember })
      .from(oneTimeCodes)
      .innerJoin(members, eq(members.id, oneTimeCodes.memberId))
      .where(eq(oneTimeCodes.id, id)),
  'old-address': (db, id) =>
    db
      .select({ email: emailChanges.oldEmail, ...ofMember })
      .from(emailChanges)
      .innerJoin(members, eq(members.id, emailChanges.memberId))
      .where(eq(emailChanges.id, id)),
  /** A member may have changed their address since; the language stays that of the message. */
  contact: (db, id) =>
    db
      .select({
        email: sql<string>`coalesce(${members.email}, ${contactMessages.email})`,
        firstName: contactMessages.name,
        locale: contactMessages.locale,
        timeZone: sql<string>`coalesce(${members.timeZone}, 'UTC')`,
        state: ownStateSql().as('own_state'),
      })
      .from(contactMessages)
      .leftJoin(members, eq(members.id, contactMessages.memberId))
      .where(eq(contactMessages.id, id)),
} satisfies Record<Exclude<Recipient['kind'], 'operator' | 'former-member'>, (db: Database, id: string) => PromiseLike<Reader[]>>
