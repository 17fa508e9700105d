import { consents, members, profiles } from '#db/schema.ts'
import { consentDocuments, legalVersion } from '#features/legal/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { lifestyleOf } from '#seed/demo/lifestyle.ts'
import { demoLogins } from '#seed/demo/named.ts'
import { demoId, itemAt } from '#seed/demo/random.ts'
import { memberRow, profileRow } from '#seed/demo/rows.ts'
import { insertRows, type SeedStatement } from '#seed/statement.ts'
import { sendAgain } from '../send-again.ts'

/** `birthDate`: as in ISO 8601. */
export type NewMember = { id: string; email: string; firstName: string; birthDate: string }

/** The part of a D1 database that this file needs. */
export type Database = { prepare(sql: string): { bind(...params: string[]): Statement } }
type Statement = { first(): Promise<Record<string, unknown> | null>; run(): Promise<unknown> }

/**
 * Adds a member with the password of the demo members. They have answered no quiz and no question, have no ties and are in no list, because no
 * member has the age that they look for. Their answers are always the same, whatever their id. Emails to them are in the locale's
 * language.
 */
export async function addMember(db: Database, firstName: string, locale: LocaleCode = 'en'): Promise<NewMember> {
  const template = itemAt(demoLogins, 0)
  const key = `${firstName.toLowerCase()}-${crypto.randomUUID()}`
  const person = { id: demoId(key), email: `${key}@demo.test`, firstName }
  const member = { ...template, ...person, answers: [], locale, seeksAgeMin: 98, seeksAgeMax: 99 }
  const known = await sendAgain(() => db.prepare('select password_hash from members where id = ?').bind(template.id).first())
  const now = Date.now()
  const row = memberRow(member, String(known?.['password_hash']), now)
  for (const statement of [
    insertRows(members, [row]),
    insertRows(profiles, [{ ...profileRow(member, now), ...lifestyleOf(template.id), quiz: '' }]),
    consentsOf(person.id, now),
  ])
    await run(db, statement)
  return { ...person, birthDate: row.birthDate }
}

/** Runs one seed statement. */
export const run = (db: Database, { sql, params }: SeedStatement) =>
  sendAgain(() =>
    db
      .prepare(sql)
      .bind(...params)
      .run(),
  )

/** Both consents to the current texts. */
function consentsOf(subjectId: string, givenAt: number): SeedStatement {
  const kinds = ['terms', 'sensitive-data'] as const
  return insertRows(
    consents,
    kinds.map((kind) => ({
      id: demoId(`${subjectId} ${kind}`),
      subjectKind: 'member',
      subjectId,
      kind,
      version: legalVersion(consentDocuments[kind]),
      locale: 'en',
      textHash: '',
      givenAt,
    })),
  )
}
