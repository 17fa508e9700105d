import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { locales } from '#shared/i18n/locales.ts'
import { interests, intents, profileLimits } from '#features/profile/contract.ts'
import { prompts } from '#features/profile/prompts.ts'
import { thingsOf } from '#features/profile/server/things.ts'
import { questions } from '#features/quiz/questions.ts'
import { answerCount, everyAnswer, matchPercent, matchReasons, pack, unpack } from '#features/quiz/rules.ts'
import { citySeeds } from '#features/location/server/cities.ts'
import { currencies } from '#shared/currency.ts'
import { productIds } from '#features/store/products.ts'
import { contentStatements } from './content.ts'
import { demoMembers, demoMemberCount } from './demo/crowd.ts'
import { demoSeed } from './demo/demo.ts'
import { demoLanguages } from './demo/languages/all.ts'
import { suit } from './demo/member.ts'
import { demoPublicCount } from './demo/public-people.ts'
import { quizAnswersOf } from './demo/quiz.ts'
import { profileRow, quizRows } from './demo/rows.ts'
import { demoLogins } from './demo/named.ts'
import { demoLines } from './demo/ties.ts'
import type { SeedStatement } from './statement.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const consentTexts = locales.flatMap(({ code }) =>
  (['terms', 'sensitive-data'] as const).map((kind) => ({ kind, version: '1.0', locale: code, textHash: 'ab' })),
)

function openMigrated(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const folder = `${import.meta.dirname}/../db/migrations`
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort())
    db.exec(readFileSync(`${folder}/${file}`, 'utf8'))
  return db
}

const run = (db: DatabaseSync, statements: readonly SeedStatement[]) =>
  statements.forEach(({ sql, params }) => db.prepare(sql).run(...params))
const count = (db: DatabaseSync, sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])

describe('demo answers', () => {
  it.each(demoLanguages)('of $locale fit their field, and there is one for each question', ({ answers }) => {
    expect(new Set(answers.map(([prompt]) => prompt))).toEqual(new Set(prompts))
    expect(new Set(answers.map(([, text]) => text)).size).toBe(answers.length)
    for (const [, text] of answers) expect([...text].length, text).toBeLessThanOrEqual(profileLimits.promptAnswer)
  })

  it('are given by nearly every member, up to three to different questions, in the language of the member', () => {
    const finished = demoMembers().filter(({ state, about }) => state === 'complete' && about !== '')
    const rows = finished.map((member) => profileRow(member, now))
    for (const { promptAnswers = [], aboutLanguage } of rows) {
      expect(new Set(promptAnswers.map(({ prompt }) => prompt)).size).toBe(promptAnswers.length)
      expect(promptAnswers.length).toBeLessThanOrEqual(profileLimits.promptAnswers)
      expect(promptAnswers.every(({ language, see }) => language === aboutLanguage && see === 'everyone')).toBe(true)
    }
    expect(rows.filter(({ promptAnswers = [] }) => promptAnswers.length > 0).length).toBeGreaterThan(0.85 * rows.length)
  })
})

describe('content seed', () => {
  it('has at least 60 cities over the countries of all languages, each in a real time zone', () => {
    expect(citySeeds.length).toBeGreaterThanOrEqual(60)
    expect(new Set(citySeeds.map((city) => city.slug)).size).toBe(citySeeds.length)
    expect(new Set(citySeeds.map((city) => city.country)).size).toBe(locales.length)
    for (const { timeZone } of citySeeds) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  })

  it('has every product at a price in every currency, and a larger pack costs less for each piece', () => {
    const db = openMigrated()
    run(db, contentStatements())
    db.exec(`update prices set amount = 1 where currency = 'PLN'`)
    run(db, contentStatements())
    expect(count(db, 'select count(*) from products')).toBe(productIds.length)
    expect(count(db, 'select count(*) from prices where amount > 50')).toBe(productIds.length * currencies.length)
    const dearer = `select count(*) from products a join products b on a.kind = b.kind and a.units < b.units
      join prices p on p.product_id = a.id join prices q on q.product_id = b.id and q.currency = p.currency
      where q.amount * a.units >= p.amount * b.units`
    expect(count(db, dearer)).toBe(0)
  })

  it('may run again: rows stay, and the revision rises only when something changed', () => {
    const db = openMigrated()
    run(db, contentStatements())
    const revision = count(db, 'select revision from content_revision')
    run(db, contentStatements())
    expect(count(db, 'select revision from content_revision')).toBe(revision)
    expect(count(db, 'select count(*) from cities')).toBe(citySeeds.length)
    expect(count(db, 'select count(*) from legal_versions')).toBe(4)

    db.exec(`update cities set time_zone = 'UTC' where slug = 'london'`)
    run(db, contentStatements())
    expect(count(db, 'select revision from content_revision')).toBe(revision + 1)
    expect(count(db, `select count(*) from cities where time_zone = 'UTC'`)).toBe(0)
  })
})

describe('demo seed', () => {
  it('is the same every time, and fits the schema with all its references', async () => {
    const [first, second] = [0, 1].map(() => demoSeed({ now, passwordHash: 'hash', sealedSecret: 'sealed', consentTexts }))
    expect(second).toEqual(first)
    const db = openMigrated()
    run(db, [...contentStatements(), ...(first?.statements ?? [])])
    expect(count(db, 'select count(*) from members')).toBe(demoMemberCount)
    expect(count(db, 'select count(*) from profiles')).toBe(demoMemberCount)
    expect(count(db, 'select count(*) from consents')).toBe(2 * (demoMemberCount + 1))
    expect(count(db, 'select count(distinct city_id) from profiles')).toBeGreaterThanOrEqual(60)
    expect(count(db, 'select count(distinct locale) from members')).toBe(locales.length)
    expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
  })

  it('packs each member’s quiz answers into their profile; Anna and Ben match well, others well or badly', () => {
    const packed = new Map(demoMembers().map((member) => [member.email, pack(quizAnswersOf(member))]))
    const of = (email: string) => packed.get(email) ?? ''
    expect(matchPercent(of('anna@demo.test'), of('ben@demo.test'))).toBeGreaterThan(80)
    expect(unpack(of('anna@demo.test')).size).toBeLessThan(questions.length)
    expect(matchReasons(of('anna@demo.test'), of('ben@demo.test')).length).toBeGreaterThan(5)
    const others = [...packed.values()].map((answers) => matchPercent(of('anna@demo.test'), answers))
    expect(others.filter((percent) => percent === null).length).toBeGreaterThan(10)
    expect(Math.min(...others.filter((percent) => percent !== null))).toBeLessThan(40)

    for (const member of demoMembers()) {
      const { quiz } = profileRow(member, now)
      expect(quizRows(member, now)).toMatchObject([...unpack(quiz ?? '').values()])
    }
    for (const { question, answer, acceptableMask } of demoMembers().flatMap(quizAnswersOf)) {
      expect(answer).toBeLessThan(answerCount(question))
      expect(acceptableMask & ~everyAnswer(question)).toBe(0)
    }
  })

  it('gives each login likes for an answer and for a sentence, with lines in their givers’ languages', () => {
    const db = openMigrated()
    const { statements } = demoSeed({ now, passwordHash: 'hash', sealedSecret: 'sealed', consentTexts })
    run(db, [...contentStatements(), ...statements])
    const tied = db.prepare(`select tie_kind kind, tie_ref ref, line, m.locale from likes l join members m on m.id = l.from_id
      where l.to_id = ? and tie_kind is not null order by l.created_at desc`)
    for (const login of demoLogins) {
      const row = { id: login.id, about: login.about, promptAnswers: profileRow(login, now).promptAnswers ?? [], visibility: {} }
      const refs = thingsOf(row, 'stranger').map(({ kind, ref }) => `${kind} ${ref}`)
      const ties = tied.all(login.id)
      expect(ties.map(({ kind, line }) => [kind, line !== null])).toEqual([
        ['answer', true],
        ['about', false],
        ['answer', true],
      ])
      expect(refs).toEqual(expect.arrayContaining(ties.map(({ kind, ref }) => `${kind} ${ref}`)))
      for (const { line, locale } of ties)
        if (typeof line === 'string') expect(demoLines[locales.find(({ code }) => code === locale)?.code ?? 'en']).toContain(line)
    }
  })

  it('has a member in every state, and a sign-up that waits for its code', async () => {
    const db = openMigrated()
    const { statements } = demoSeed({ now, passwordHash: 'hash', sealedSecret: 'sealed', consentTexts })
    run(db, [...contentStatements(), ...statements])
    const states = db
      .prepare('select distinct state from members order by state')
      .all()
      .map((row) => row['state'])
    expect(states).toEqual(['complete', 'deleted', 'incomplete', 'paused', 'restricted'])
    expect(count(db, `select count(*) from registrations where email = 'unverified@demo.test'`)).toBe(1)
    const ofRestricted = `select count(*) from restrictions where lifted_at is null and member_id in (select id from members where state = 'restricted')`
    expect(count(db, ofRestricted)).toBe(1)
    expect(
      count(db, `select count(*) from second_factors f join members m on m.id = f.member_id where m.role = 'operator'`),
    ).toBe(1)
    expect(
      count(
        db,
        `select count(*) from profiles p join members m on m.id = p.member_id where p.discoverable <> (m.state = 'complete')`,
      ),
    ).toBe(0)
  })

  it('has members of every language who show their profile to everyone, all of them complete', async () => {
    const db = openMigrated()
    const { statements } = demoSeed({ now, passwordHash: 'hash', sealedSecret: 'sealed', consentTexts })
    run(db, [...contentStatements(), ...statements])
    const shown = `from public_profiles p join members m on m.id = p.member_id and m.state = 'complete'`
    expect(count(db, `select count(*) ${shown}`)).toBe(demoPublicCount)
    expect(count(db, `select count(distinct m.locale) ${shown}`)).toBe(locales.length)
    expect(count(db, `select count(distinct public_id) from public_profiles where length(public_id) = 22`)).toBe(demoPublicCount)
  })

  it('has two open reports with their evidence and blocks, and one of Anna’s, all of people with nothing else between them', async () => {
    const db = openMigrated()
    const { statements } = demoSeed({ now, passwordHash: 'hash', sealedSecret: 'sealed', consentTexts })
    run(db, [...contentStatements(), ...statements])
    expect(count(db, `select count(*) from reports where state = 'open'`)).toBe(2)
    expect(count(db, `select count(*) from report_evidence where json_extract(data, '$.messages[0].text') is not null`)).toBe(1)
    expect(count(db, `select count(*) from report_evidence where json_extract(data, '$.firstName') is not null`)).toBe(2)
    expect(
      count(db, `select count(*) from blocks b join reports r on r.reporter_id = b.blocker_id and r.reported_id = b.blocked_id`),
    ).toBe(2)
    expect(
      count(db, `select count(*) from blocks b join members m on m.id = b.blocker_id where m.email = 'anna@demo.test'`),
    ).toBe(1)
    expect(count(db, 'select count(*) from blocks')).toBe(3)
    expect(
      count(
        db,
        `select count(*) from blocks b join likes l on b.blocker_id in (l.from_id, l.to_id) and b.blocked_id in (l.from_id, l.to_id)`,
      ),
    ).toBe(0)
  })

  it('uses only adults, known words of the profile, and texts that leave no name twice in a row', () => {
    for (const member of demoMembers()) {
      expect(member.age, member.email).toBeGreaterThanOrEqual(18)
      expect(
        member.interests.every((interest) => interests.includes(interest)),
        member.email,
      ).toBe(true)
      expect(intents, member.email).toContain(member.intent)
      expect(member.interests.length, member.email).toBeLessThanOrEqual(12)
    }
    for (const language of demoLanguages) {
      expect(language.abouts.length, language.locale).toBeGreaterThanOrEqual(12)
      expect(new Set(language.abouts.map(([text]) => text)).size).toBe(language.abouts.length)
    }
  })

  it('boosts one member without a login of their own, whom Anna may meet', async () => {
    const db = openMigrated()
    run(db, contentStatements())
    run(db, demoSeed({ now, passwordHash: 'x', sealedSecret: 'x', consentTexts }).statements)
    const anna = demoLogins[0]
    const [boosted, ...others] = db.prepare('select member_id, ends_at from boosts').all()
    const member = demoMembers().find(({ id }) => id === boosted?.['member_id'])
    expect(others).toEqual([])
    expect(boosted?.['ends_at']).toBeGreaterThan(now)
    expect(demoLogins).not.toContain(member)
    expect(anna && member && suit(anna, member)).toBe(true)
    const inPlace = 'p.parent_x is b.parent_x and p.parent_y is b.parent_y and p.parent_x is not null'
    expect(count(db, `select count(*) from boosts b join profiles p on p.member_id = b.member_id and ${inPlace}`)).toBe(1)
    expect(count(db, `select count(*) from likes where to_id = '${member?.id}' and from_id = '${anna?.id}'`)).toBe(0)
  })

  it('gives every login people to see, likes to answer, visitors and favourites', async () => {
    const { statements } = demoSeed({ now, passwordHash: 'hash', sealedSecret: 'sealed', consentTexts })
    const db = openMigrated()
    run(db, [...contentStatements(), ...statements])
    for (const login of demoLogins.filter(({ email }) => email !== 'operator@demo.test')) {
      const near = demoMembers().filter(
        (member) => member.state === 'complete' && member.city.slug === login.city.slug && suit(login, member),
      )
      expect(near.length, login.email).toBeGreaterThanOrEqual(8)
      expect(count(db, `select count(*) from likes where to_id = '${login.id}'`), login.email).toBeGreaterThanOrEqual(7)
      expect(count(db, `select count(*) from visits where visited_id = '${login.id}'`), login.email).toBeGreaterThanOrEqual(5)
      const fresh = `select count(*) from visits v join profiles p on p.member_id = v.visited_id
        where v.visited_id = '${login.id}' and v.last_at > p.visitors_seen_at`
      expect(count(db, fresh), login.email).toBeGreaterThanOrEqual(2)
      expect(count(db, `select count(*) from favourites where owner_id = '${login.id}'`), login.email).toBeGreaterThanOrEqual(4)
      expect(
        count(db, `select count(*) from favourites where owner_id = '${login.id}' and note <> ''`),
        login.email,
      ).toBeGreaterThanOrEqual(1)
    }
  })

  it('matches Anna and Ben, and makes their conversation the newest of both', async () => {
    const { conversations } = demoSeed({ now, passwordHash: 'hash', sealedSecret: 'sealed', consentTexts })
    const [anna, ben] = demoLogins
    const theirs = conversations.find(({ members }) => members.includes(anna?.id ?? '') && members.includes(ben?.id ?? ''))
    const lastAt = (conversation: typeof theirs) => conversation?.messages.at(-1)?.sentAt ?? conversation?.openedAt ?? 0
    expect(theirs?.messages.length).toBeGreaterThan(10)
    for (const conversation of conversations) {
      const times = conversation.messages.map((message) => message.sentAt)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(Math.max(conversation.openedAt, ...times)).toBeLessThan(now)
      expect(conversation.messages.every((message) => conversation.members.includes(message.from))).toBe(true)
      if (conversation !== theirs) expect(lastAt(conversation)).toBeLessThan(lastAt(theirs))
    }
    expect(new Set(conversations.map(({ id }) => id)).size).toBe(conversations.length)
  })
})
