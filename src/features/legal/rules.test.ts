import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import legal from '#locales/en/legal.json' with { type: 'json' }
import { pixelCookie } from '#features/pixel/contract.ts'
import { localeCookie } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { cookieNames } from '#server/cookies.ts'
import { consentDocuments, legalDocuments, legalVersion, type ConsentKind, type LegalKind, type Operator } from './contract.ts'
import { flattenLegalText, listedCookies, owedConsents, parseBlocks, readLegalText } from './rules.ts'

const operator: Operator = { name: 'Kismet', contactEmail: 'hello@kismet.example', legal: null }
const kinds = Object.keys(legalDocuments) as LegalKind[]
const missing = (key: string) => {
  throw new Error(`missing: ${key}`)
}
const translator = createTranslator('en', { legal }, { timeZone: 'UTC', onMissing: missing })

/**
 * SHA-256 of each English text in the version in force. A changed text needs a new version and date in `contract.ts`
 * and a new line here. Then members are asked again, and a proof of consent names one text only.
 */
const textHashes: Record<LegalKind, `${string} ${string}`> = {
  terms: '1.7 b463c788afeeb5a5667628ac6dcc7d25b3f67d44527cdb2b14a236ac3dc1cee0',
  privacy: '1.15 18ba76654a8fc301e2a3bb06bf850f15ffd436120f7a4856d81972c4948ef1e8',
  cookies: '1.7 01d2319e6f0daf21d86fc179bb2fe048a07d883bfbdb66499bd15059e32bcbf0',
  consent: '1.4 52c07bbfd23bcd4ee1549e4744cf4b9c02ee6666f4a31720118de39d88603f40',
}

describe('legal texts', () => {
  it.each(kinds)('%s: shows every section that is written, and leaves no placeholder open', (kind) => {
    const text = readLegalText(translator, kind, operator)
    expect(text.sections.map(({ id }) => id)).toEqual(Object.keys(legal[kind].sections))
    expect(flattenLegalText(text)).not.toMatch(/\{\{|undefined/)
    expect(flattenLegalText(text)).toContain(operator.contactEmail)
  })

  const named: Operator = { ...operator, legal: { name: 'Thread Ltd', address: '1 High Street, Bath', register: null } }

  it.each(['terms', 'privacy', 'consent'] as const)('%s: names who runs the site, where the deployment says it', (kind) => {
    const read = (of: Operator) => flattenLegalText(readLegalText(translator, kind, of))
    expect(read(operator)).not.toContain('Run by')
    expect(read(named).match(/Run by: Thread Ltd, 1 High Street, Bath/g)).toHaveLength(1)
    expect(read(named)).not.toContain('Register:')
    const registered = { ...named, legal: { name: 'Thread Ltd', address: 'Bath', register: 'Companies House 01234567' } }
    expect(read(registered)).toContain('Run by: Thread Ltd, Bath\nRegister: Companies House 01234567')
  })

  it('names nobody in the cookies policy', () => {
    expect(flattenLegalText(readLegalText(translator, 'cookies', named))).not.toContain('Thread Ltd')
  })

  it.each(kinds)('%s: has a version and a date that exists', (kind) => {
    const { version, publishedAt } = legalDocuments[kind]
    expect(version).toMatch(/^\d+\.\d+$/)
    expect(new Date(publishedAt).toISOString().slice(0, 10)).toBe(publishedAt)
  })

  it('lists in the cookies policy exactly the cookies that are set', () => {
    const { zone, ...named } = listedCookies
    expect(named).toEqual({ ...cookieNames, locale: localeCookie.name, pixel: pixelCookie.name })
    const text = flattenLegalText(readLegalText(translator, 'cookies', operator))
    for (const name of [...Object.values(named), zone]) expect(text).toContain(`• ${name}:`)
  })

  it.each(kinds)('%s: has a version of its own for these words', (kind) => {
    const words = flattenLegalText(readLegalText(translator, kind, operator))
    expect(
      `${legalVersion(kind)} ${createHash('sha256').update(words).digest('hex')}`,
      `The text of '${kind}' is not the one of its version: raise version and publishedAt in contract.ts, then write this here`,
    ).toBe(textHashes[kind])
  })

  it('changes as a whole when one word changes', () => {
    const text = readLegalText(translator, 'terms', operator)
    const changed = {
      ...text,
      sections: text.sections.map((section, index) => (index === 3 ? { ...section, text: `${section.text}!` } : section)),
    }
    expect(flattenLegalText(changed)).not.toBe(flattenLegalText(text))
  })
})

describe('consents', () => {
  const versionOf = (kind: ConsentKind) => `${kind} ${legalVersion(consentDocuments[kind])}`
  const [major = 0, minor = 0] = legalVersion(consentDocuments.terms).split('.').map(Number)
  const present = [versionOf('terms'), versionOf('sensitive-data')]

  it('are owed for each text whose present version was not agreed to', () => {
    expect(owedConsents([])).toEqual(['terms', 'sensitive-data'])
    expect(owedConsents(present)).toEqual([])
    expect(owedConsents(['terms 0.9', versionOf('sensitive-data')])).toEqual(['terms'])
    expect(owedConsents([versionOf('terms'), 'sensitive-data 0.9'])).toEqual(['sensitive-data'])
    expect(owedConsents(['terms 0.9', ...present])).toEqual([])
  })

  it('count for older texts too, compared as numbers and not as text', () => {
    const terms = (version: string) => owedConsents([`terms ${version}`, versionOf('sensitive-data')])
    expect(terms(`${major}.${minor + 10}`)).toEqual([])
    expect(terms(`${major + 1}.0`)).toEqual([])
    expect(terms(`${major - 1}.99`)).toEqual(['terms'])
    expect(terms('')).toEqual(['terms'])
  })
})

describe('blocks of a section', () => {
  it('makes one list of neighbouring items and a paragraph of every other line', () => {
    expect(parseBlocks('So:\n• one\n• two\nEnd.')).toEqual([
      { kind: 'paragraph', text: 'So:' },
      { kind: 'list', items: ['one', 'two'] },
      { kind: 'paragraph', text: 'End.' },
    ])
  })
})
