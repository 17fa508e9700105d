import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  undoLifetimeMs,
  attemptLifetimeMs,
  claimsLifetimeMs,
  providerNames,
  codeLifetimeMs,
  registrationLifetimeMs,
  accessTokenMs,
  deviceCookieMs,
  refreshTokenMs,
  sessionLifetimeMs,
} from '#features/auth/contract.ts'
import { requestLifetimeMs } from '#features/chat/contract.ts'
import { waitAlertMs } from '#features/encounters/dates/contract.ts'
import { dateTimes, encounterKeptMs, keptMessages, languagesAtMost, nextPerHour } from '#features/encounters/contract.ts'
import { boostMs } from '#features/entitlements/contract.ts'
import { passLifetimeMs } from '#features/likes/contract.ts'
import { failedEmailKeptMs } from '#features/mail/contract.ts'
import { findProvider } from '#features/auth/providers/server/settings.ts'
import { exportLifetimeMs } from '#features/personal-data/contract.ts'
import { pixelCookie } from '#features/pixel/contract.ts'
import { encounterPauseRule } from '#features/reports/contract.ts'
import { createStripe } from '#features/store/server/payment/stripe.ts'
import { productSeeds } from '#features/store/server/product-seeds.ts'
import { planSettlement } from '#features/store/settlement/settlement.ts'
import { withdrawalMs } from '#features/store/order-view.ts'
import { visitLifetimeMs } from '#features/visits/contract.ts'
import { localeCookie, locales } from '#shared/i18n/locales.ts'
import type { Env } from '#server/env.ts'
import { contentSecurityPolicy } from '#worker/render/content-security-policy.ts'
import { listedMs } from '#server/deletions/deletion-list.ts'
import { bannedYears } from '#worker/purge/steps.ts'
import { retentionYears } from '#worker/sweep.ts'
import { readTexts } from '../scripts/locales/messages.ts'

const file = 'docs/claims.md'
const page = readFileSync(file, 'utf8')
const english = readTexts('en')

/** A sentence of a message, and the tests and headings that prove it, or why it needs none. */
type Claim = { key: string; sentence: string; holders: string[] }

function readClaims(): Claim[] {
  const claims: Claim[] = []
  let key = ''
  for (const line of page.split('\n## Said when it happens')[0]?.split('\n') ?? []) {
    const heading = /^### `(.+)`$/.exec(line)?.[1]
    if (heading) key = heading
    else if (line.startsWith('- ')) claims.push({ key, sentence: line.slice(2), holders: [] })
    else if (line.startsWith('  - ')) claims.at(-1)?.holders.push(line.slice(4))
  }
  return claims
}
const claims = readClaims()
/** Settings messages about the action just before: they are true when they are shown. */
const momentary = [...(page.split('\n## Said when it happens')[1] ?? '').matchAll(/^- `(.+)`$/gm)].map(([, key]) => key)

/** The sentences of a message and the items of its lists; for a plural those of its last form. */
const sentencesOf = (key: string) =>
  (english.get(key)?.at(-1) ?? '')
    .split('\n')
    .map((line) => line.replace(/^•\s*/, ''))
    .flatMap((line) => line.split(/(?<=[.!?])\s+(?=[A-Z{‘])/))

describe('what our texts claim', () => {
  test.each([...new Set(claims.map(({ key }) => key))])('is listed with the words of its message: %s', (key) => {
    expect(claims.filter((claim) => claim.key === key).map(({ sentence }) => sentence)).toEqual(sentencesOf(key))
  })

  test('is listed for every sentence of the public pages, of the legal texts and of the settings', () => {
    const listed = new Set([...claims.map(({ key }) => key), ...momentary])
    const speaking = [...english].filter(
      ([key, texts]) =>
        /^(?:about|city|contact|faq|home|legal|services|settings)\./.test(key) && /[.!:]$|\n/.test(texts.at(-1) ?? ''),
    )
    expect(speaking.map(([key]) => key).filter((key) => !listed.has(key))).toEqual([])
    expect([...listed].filter((key) => !key || !english.has(key))).toEqual([])
  })

  test('is held by tests and headings that exist', () => {
    const broken = claims.flatMap(({ key, holders }) => {
      if (holders.length === 0) return [`${key}: nothing`]
      return holders
        .filter((holder) => holder !== 'tone' && holder !== 'rule' && !isThere(holder))
        .map((holder) => `${key}: ${holder}`)
    })
    expect(broken).toEqual([])
  })
})

test('what posts of the blog say of the product is held by tests and headings that exist', () => {
  const [, facts = ''] = readFileSync('docs/blog.md', 'utf8').split('\n## What posts may say\n')
  const holders = [...facts.matchAll(/^ {2}- (.+)$/gm)].map(([, holder = '']) => holder)
  expect(holders.length).toBeGreaterThan(10)
  expect(holders.filter((holder) => !isThere(holder))).toEqual([])
})

/** `[title](path)`: a test's title is in its file, a heading in its document. */
function isThere(holder: string): boolean {
  const [, title = '', path = ''] = /^\[(.+)\]\((.+)\)$/.exec(holder) ?? []
  const target = join(dirname(file), path)
  if (title === '' || !existsSync(target)) return false
  const text = readFileSync(target, 'utf8')
  return target.endsWith('.md') ? new RegExp(`^#+ ${RegExp.escape(title)}$`, 'm').test(text) : text.includes(title)
}

test('the languages that we name are ten', () => {
  expect(new Set(locales.map(({ lang }) => new Intl.Locale(lang).language)).size).toBe(10)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('what is sold', () => {
  test('is boosts, premium, packs of likes and gifts, and nothing else', () => {
    const kinds = new Set(productSeeds.map(({ kind }) => (kind.startsWith('gift-') ? 'gift' : kind)))
    expect(kinds).toEqual(new Set(['boost', 'premium', 'likes', 'gift']))
  })

  test('is paid once: a checkout is a single payment, keeps no card for later and renews nothing', async () => {
    const forms: URLSearchParams[] = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      forms.push(new URLSearchParams(String(init.body)))
      const opened = { client_reference_id: 'o', status: 'open', payment_status: 'unpaid', amount_total: 999, currency: 'gbp' }
      return Response.json({ id: 'cs', url: 'https://checkout.example', ...opened })
    })
    const stripe = createStripe({ STRIPE_SECRET_KEY: 'k', STRIPE_WEBHOOK_SECRET: 'w', STRIPE_API: 'https://stripe.example' })
    const addresses = { successUrl: 'https://own.example/cart', cancelUrl: 'https://own.example/cart' }
    await stripe.openCheckout(
      { id: 'o', placedAt: 0, total: 999, currency: 'GBP', locale: 'en', email: 'a@own.example', ...addresses },
      0,
    )
    expect(forms.map((form) => form.get('mode'))).toEqual(['payment'])
    const later = /recurring|subscription|setup|off_session|save/
    expect([...(forms[0] ?? [])].filter(([name, value]) => later.test(name) || later.test(value))).toEqual([])
  })

  test('expires only when it is used: boosts, likes and gifts wait for as long as it takes', () => {
    const lines = (['boost', 'likes', 'gift-rose'] as const).map((kind) => ({ id: kind, kind, units: 1, paid: 100 }))
    const known = { status: 'open', refunded: 0, dispute: 'none', disputes: 0 } as const
    const { entries } = planSettlement({
      order: { state: 'pending', total: 300, refundDue: null, currency: 'GBP', lines },
      known,
      answer: { ...known, status: 'paid', amount: 300, currency: 'gbp' },
      ledger: [],
      now: 0,
    })
    expect(entries.map(({ kind, units, expiresAt }) => [kind, units, expiresAt])).toEqual(
      lines.map(({ kind }) => [kind, 1, null]),
    )
  })

  test('is no part of what keeps people safe, of visitors or of the likes that someone receives', () => {
    const folders = ['blocks', 'reports', 'restriction', 'visits', 'photos', 'encounters', 'quiz', 'auth'].join()
    const files = [
      // A deletion ends open checkouts, and sells nothing.
      ...globSync(`src/features/{${folders}}/**/*.ts`).filter((path) => !path.includes('/deletion/')),
      ...globSync(['src/objects/{encounter,matchmaker}/*.ts', 'src/objects/member-hub/seat/*.ts']),
      ...globSync('src/db/predicates/*.ts').filter((path) => !path.endsWith('/premium.ts')),
      'src/features/likes/server/list-queries.ts',
    ]
    expect(files.length).toBeGreaterThan(100)
    const asks = /#features\/(?:store|entitlements)\/|\bentitlements\b|premiumUntil|premium_until/
    expect(files.filter((path) => asks.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})

test('no page asks another site for anything', () => {
  const policy = contentSecurityPolicy({ nonce: 'n', socketOrigin: 'wss://own.example' })
  const sources = policy.split('; ').flatMap((directive) => directive.split(' ').slice(1))
  expect(new Set(sources)).toEqual(new Set(["'none'", "'nonce-n'", "'self'", 'blob:', 'data:', 'wss://own.example']))
  const files = globSync('src/**/*.{ts,tsx,css}').filter((path) => !/\.test\.tsx?$/.test(path))
  const hosts = files.flatMap((path) => readFileSync(path, 'utf8').match(/https?:\/\/[a-z0-9-]+\.[a-z0-9.-]+/g) ?? [])
  const signIn = ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com', 'www.facebook.com', 'graph.facebook.com']
  // A form leads to the checkout: nothing is asked for it before.
  // Names of vocabularies, which nobody opens.
  const ofVocabularies = ['schema.org', 'www.sitemaps.org', 'www.w3.org']
  const ofPayments = ['api.stripe.com', 'checkout.stripe.com']
  // A guest's page after their yes, and no page before it: test/worker/edge/pixel.test.ts.
  const afterConsent = ['connect.facebook.net']
  const ofServer = [...signIn, ...ofPayments, ...ofVocabularies, ...afterConsent]
  expect([...new Set(hosts)].filter((host) => !ofServer.includes(new URL(host).host) && !host.endsWith('.example'))).toEqual([])
})

test('a provider is asked who somebody is, and for nothing else', () => {
  const credentials = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'g', FACEBOOK_CLIENT_ID: 'f', FACEBOOK_CLIENT_SECRET: 'f' }
  const scopes = providerNames.map((name) => findProvider(credentials as Partial<Env> as Env, name)?.scope)
  expect(scopes.toSorted()).toEqual(['openid email profile', 'openid email public_profile'])
})

describe.each(locales.map(({ code }) => code))('in %s', (code) => {
  const texts = readTexts(code)
  const minutes = (ms: number) => ms / 60_000
  const hours = (ms: number) => ms / 3_600_000
  const days = (ms: number) => ms / 86_400_000
  /** The distinct numbers of each line, in the order of reading. */
  const numbersOf = (key: string) =>
    (texts.get(key)?.[0] ?? '')
      .split('\n')
      .map((line) => [...new Set(line.replaceAll(/\{\{\w+\}\}/g, '').match(/\d+/g))].map(Number))

  test('the periods in the privacy and cookie policies are those of the program', () => {
    expect(numbersOf('legal.privacy.sections.s7.text')).toEqual([
      [days(registrationLifetimeMs)],
      [days(refreshTokenMs), days(sessionLifetimeMs)],
      [],
      [days(deviceCookieMs)],
      [minutes(codeLifetimeMs)],
      [days(failedEmailKeptMs)],
      [hours(undoLifetimeMs)],
      [days(exportLifetimeMs)],
      [days(visitLifetimeMs)],
      [15],
      [days(requestLifetimeMs)],
      [days(passLifetimeMs)],
      [48],
      [],
      [keptMessages, hours(encounterKeptMs)],
      [30],
      [30],
      [hours(waitAlertMs)],
      [24],
      [],
      [],
      [],
      [200],
      [1],
      [],
      [retentionYears.report],
      [retentionYears.restriction],
      [bannedYears],
      [days(listedMs)],
      [],
      [retentionYears.order],
      [],
      [],
      [retentionYears.consent],
      [30],
    ])
    expect(numbersOf('legal.cookies.sections.s1.text').slice(0, 2)).toEqual([
      [minutes(accessTokenMs)],
      [days(refreshTokenMs), days(sessionLifetimeMs)],
    ])
    expect(numbersOf('legal.cookies.sections.s2.text')).toEqual([[2], [minutes(attemptLifetimeMs)], [minutes(claimsLifetimeMs)]])
    expect(numbersOf('legal.cookies.sections.s3.text')).toEqual([
      [localeCookie.maxAgeSeconds / 86_400],
      [365],
      [days(deviceCookieMs)],
      [],
      [pixelCookie.maxAgeSeconds / 86_400],
    ])
  })

  test('the numbers in the rules of anonymous chat and blind dates are those of the program', () => {
    const sorted = (key: string) => numbersOf(key).map((line) => line.toSorted((one, other) => one - other))
    const { talkMs, extendMs, voteMs } = dateTimes
    expect(new Set([nextPerHour, voteMs / 1000])).toEqual(new Set([30]))
    expect(sorted('legal.terms.sections.strangers.text').slice(0, 7)).toEqual([
      [],
      [languagesAtMost],
      [],
      [],
      [20, 30],
      [minutes(talkMs), minutes(talkMs + extendMs), nextPerHour],
      [],
    ])
    expect(sorted('legal.terms.sections.s5.text')).toEqual([[], [hours(encounterPauseRule.windowMs)]])
    expect(sorted('legal.privacy.sections.s5.text')[1]).toEqual([hours(encounterPauseRule.windowMs)])
    expect(sorted('legal.privacy.sections.strangers.text')).toEqual([[], [keptMessages], [keptMessages]])
  })

  test('the numbers on the pages about us are those of the program', () => {
    const sorted = (key: string) => numbersOf(key).map((line) => line.toSorted((one, other) => one - other))
    const months = productSeeds.filter(({ kind }) => kind === 'premium').map(({ units }) => units)
    const withdrawal = days(withdrawalMs) - 1
    expect(sorted('services.extras.text')).toEqual([[minutes(boostMs)]])
    expect(sorted('services.extras.fact')).toEqual([[withdrawal]])
    expect(sorted('services.cost.paid.premium')).toEqual([months])
    expect(sorted('services.anonymous.fact')).toEqual([[hours(encounterKeptMs)]])
    expect(sorted('faq.meeting.pass.text')).toEqual([[days(passLifetimeMs)]])
    expect(sorted('faq.privacy.visits.text')).toEqual([[days(visitLifetimeMs)]])
    expect(sorted('faq.money.refund.text')).toEqual([[withdrawal]])
  })

  test('the numbers in the terms of purchases are those of the program', () => {
    const sorted = (key: string) => numbersOf(key).map((line) => line.toSorted((one, other) => one - other))
    const months = productSeeds.filter(({ kind }) => kind === 'premium').map(({ units }) => units)
    expect(sorted('legal.terms.sections.store.text')).toEqual([
      [],
      [10, 15, minutes(boostMs)],
      months,
      ...Array.from({ length: 8 }, () => []),
    ])
    // The day of the payment does not count.
    const period = [days(withdrawalMs) - 1]
    expect(sorted('legal.terms.sections.withdrawal.text')).toEqual([period, period, period, [], [], [], [], [14]])
  })
})
