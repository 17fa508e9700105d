import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { blogTags, descriptionLength, drawnPosts, titleLength } from '#features/blog/contract.ts'
import { locales } from '#shared/i18n/locales.ts'
import { parsePost, readPosts } from '../../scripts/build/read-posts.ts'
import { readUnusedWords, wordPattern } from '../../scripts/locales/glossary.ts'
import { toSql } from '../../scripts/server/to-sql.ts'
import { contentStatements } from './content.ts'
import type { PostText } from './contract.ts'
import { postFacts, postStatements } from './posts.ts'
import type { SeedStatement } from './statement.ts'

let texts: PostText[] = []
beforeAll(async () => {
  texts = await readPosts()
})

function openSeeded(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const folder = `${import.meta.dirname}/../db/migrations`
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort())
    // prettier-ignore
    db.exec(readFileSync(`${folder}/${file}`, 'utf8'))
  run(db, contentStatements())
  return db
}
const run = (db: DatabaseSync, statements: readonly SeedStatement[]) =>
  statements.forEach(({ sql, params }) => db.prepare(sql).run(...params))
const revision = (db: DatabaseSync) => Number(db.prepare('select revision from content_revision').get()?.['revision'])
const textOf = (db: DatabaseSync, slug: string, locale: string) =>
  db.prepare('select title, updated_at as updatedAt from blog_translations where slug = ? and locale = ?').get(slug, locale)
const changed = (title: string) =>
  texts.map((text) => (text.slug === 'blind-dates' && text.locale !== 'en' ? { ...text, title } : text))

describe('the project’s own posts', () => {
  it('are eight, each in every language, with a day and tags', () => {
    const expected = drawnPosts.flatMap((slug) => locales.map(({ code }) => `${slug}/${code}`))
    expect(texts.map(({ slug, locale }) => `${slug}/${locale}`).toSorted()).toEqual(expected.toSorted())
    for (const { day, tags } of Object.values(postFacts)) {
      expect(new Date(day).toISOString()).toContain(day)
      expect(tags.length).toBeGreaterThan(0)
    }
    expect(new Set(Object.values(postFacts).flatMap(({ tags }) => tags))).toEqual(new Set(blogTags))
  })

  it('have titles and descriptions that search results show whole, each its own', () => {
    const wrong = texts.filter(
      ({ title, description }) =>
        title.length < titleLength.min ||
        title.length > titleLength.max ||
        description.length < 110 ||
        description.length > descriptionLength.max,
    )
    expect(wrong.map(({ slug, locale }) => `${slug}/${locale}`)).toEqual([])
    const keys = texts.map(({ locale, title }) => `${locale} ${title}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('have the quotation marks of their language, and neither links nor pictures', () => {
    const wrong = texts.filter(({ title, description, body }) => /["<[\]]|(?<!\p{L})'|https?:/u.test(title + description + body))
    expect(wrong.map(({ slug, locale }) => `${slug}/${locale}`)).toEqual([])
    expect(texts.filter(({ locale, body }) => locale === 'en' && /[“”]/.test(body))).toEqual([])
    expect(texts.filter(({ locale, body }) => locale === 'en-us' && /‘/.test(body))).toEqual([])
  })

  it('use no word that the glossary keeps out, except where a story means another thing', () => {
    const found = texts.flatMap(({ slug, locale, title, description, body }) =>
      readUnusedWords()
        .filter(({ code, word }) => code === locale && wordPattern(word).test(`${title} ${description} ${body}`))
        .map(({ word }) => `${slug}/${locale}: ${word}`),
    )
    expect(found.toSorted()).toEqual([
      'first-messages/cs: účten*',
      'profiles-that-get-answers/fr: qui t’aime',
      'profiles-that-get-answers/ro: fir*',
    ])
  })

  it('name no percentage that nobody sees: below 50 there is none', () => {
    const low = texts.flatMap(({ slug, locale, title, body }) =>
      [...`${title} ${body}`.matchAll(/(\d+)\s?%/g)].flatMap(([, number]) =>
        Number(number) < 50 ? [`${slug}/${locale}: ${number}`] : [],
      ),
    )
    expect(low).toEqual([])
  })

  it('give each nation its own number for emergencies', () => {
    const numbers = Object.fromEntries(
      texts
        .filter(({ slug }) => slug === 'first-date-safety')
        .map(({ locale, body }) => [locale, [...new Set(body.match(/\b(?:112|999|911|101)\b/g))].toSorted().join()]),
    )
    expect(numbers).toEqual({
      ...Object.fromEntries(locales.map(({ code }) => [code, '112'])),
      en: '112,999',
      'en-us': '911',
      es: '112,911',
    })
  })
})

it('a file without a title, or of an unknown post, is named', () => {
  expect(() => parsePost('blind-dates/en.md', 'Hello')).toThrow('blind-dates/en.md')
  expect(() => parsePost('weather/en.md', '---\ntitle: a\ndescription: b\n---\nc')).toThrow('weather/en.md')
  expect(() => parsePost('blind-dates/xx.md', '---\ntitle: a\ndescription: b\n---\nc')).toThrow('blind-dates/xx.md')
})

describe('seeding posts', () => {
  it('writes them once; the same again changes nothing and raises no revision', () => {
    const db = openSeeded()
    run(db, postStatements(texts, 1000))
    const [before, rows] = [revision(db), db.prepare('select * from blog_translations order by slug, locale').all()]
    expect(rows).toHaveLength(drawnPosts.length * locales.length)
    run(db, postStatements(texts, 2000))
    expect(revision(db)).toBe(before)
    expect(db.prepare('select * from blog_translations order by slug, locale').all()).toEqual(rows)
  })

  it('updates a text that changed and raises the revision, but never what an operator has edited', () => {
    const db = openSeeded()
    run(db, postStatements(texts, 1000))
    db.exec("update blog_translations set title = 'Mine', edited_at = 1500 where slug = 'blind-dates' and locale = 'de'")
    const before = revision(db)
    run(db, postStatements(changed('New'), 2000))
    expect(revision(db)).toBeGreaterThan(before)
    expect(textOf(db, 'blind-dates', 'de')).toEqual({ title: 'Mine', updatedAt: 1000 })
    expect(textOf(db, 'blind-dates', 'uk')).toEqual({ title: 'New', updatedAt: 2000 })
    expect(textOf(db, 'blind-dates', 'en')).toMatchObject({ updatedAt: 1000 })
  })

  it('keeps the tags and the state that operators chose', () => {
    const db = openSeeded()
    run(db, postStatements(texts, 1000))
    db.exec("update blog_posts set tags = '[]', published_at = null where slug = 'blind-dates'")
    run(db, postStatements(changed('New'), 2000))
    const row = db.prepare("select tags, published_at as at from blog_posts where slug = 'blind-dates'").get()
    expect(row).toEqual({ tags: '[]', at: null })
  })

  it('needs no statement that is too long for D1 when it is written out', () => {
    const bytes = postStatements(texts, 1000).map((statement) => Buffer.byteLength(toSql(statement)))
    expect(Math.max(...bytes)).toBeLessThan(95_000)
  })
})
