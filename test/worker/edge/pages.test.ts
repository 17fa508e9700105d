import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { registrations, redirects, restrictions, sessions } from '#db/schema.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { locales } from '#shared/i18n/locales.ts'
import type { MessageTree } from '#shared/i18n/messages.ts'
import { webManifestHref, withPrefix } from '#shared/routing/href.ts'
import { routeList, routes } from '#shared/routing/routes.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

/** One text of a loaded namespace. */
const read = (tree: MessageTree | undefined, group: string, key: string) => (tree?.[group] as MessageTree | undefined)?.[key]

type Options = { token?: string; headers?: Record<string, string>; method?: string; body?: string }

function get(path: string, { token, headers, ...rest }: Options = {}): Promise<Response> {
  return SELF.fetch(`${origin}${path}`, {
    redirect: 'manual',
    headers: { 'Accept-Language': 'en-GB', ...(token ? { Cookie: `__Host-access=${token}` } : {}), ...headers },
    ...rest,
  })
}

const pathOf = (response: Response) => response.headers.get('location')?.replace(origin, '')

beforeAll(async () => {
  // Before the first request of this file: the table is read at most once a minute.
  await db.insert(redirects).values([
    { path: '/old-place', target: '/likes', createdAt: 0 },
    { path: '/partner', target: 'https://elsewhere.example/x', createdAt: 0 },
  ])
})

async function registrationToken(): Promise<string> {
  const [id, sid, now] = [newId(), newId(), Date.now()]
  const later = now + 3_600_000
  await db.insert(registrations).values({
    id,
    email: `${id}@example.test`,
    passwordHash: '',
    firstName: 'Robin',
    birthDate: '1990-05-04',
    gender: 'woman',
    seeks: ['man'],
    locale: 'en',
    timeZone: 'UTC',
    codeHash: '',
    codeExpiresAt: later,
    codeSentAt: now,
    linkHash: id,
    createdAt: now,
    expiresAt: later,
  })
  await db
    .insert(sessions)
    .values({ id: sid, subjectKind: 'registration', subjectId: id, createdAt: now, seenAt: now, expiresAt: later })
  return issueAccessToken(env, { sub: id, sid, kind: 'registration' }, now)
}

async function restrictedToken(): Promise<string> {
  const { id, token } = await createMember({ member: { state: 'restricted' }, profile: { discoverable: false } })
  const statement = { rule: 'spam', facts: 'Advertising.', decidedBy: 'program', formerState: 'complete' } as const
  await db.insert(restrictions).values({ id: newId(), memberId: id, createdAt: Date.now(), ...statement })
  return token
}

const tokens = {
  guest: async () => undefined,
  unverified: registrationToken,
  incomplete: async () => (await createMember({ member: { state: 'incomplete' }, profile: { discoverable: false } })).token,
  complete: async () => (await createMember()).token,
  paused: async () => (await createMember({ member: { state: 'paused' }, profile: { discoverable: false } })).token,
  restricted: restrictedToken,
  deleted: async () => (await createMember({ member: { state: 'deleted' }, profile: { discoverable: false } })).token,
}
type State = keyof typeof tokens

/** The page to which each state belongs. */
const next = {
  unverified: '/email-verify',
  incomplete: '/questionnaire',
  complete: '/people-nearby',
  paused: '/people-nearby',
  restricted: '/restricted',
  deleted: '/sign-in?step=welcome-back',
}
const none = { guest: 404, unverified: 404, incomplete: 404, complete: 404, paused: 404, restricted: 404, deleted: next.deleted }

/** The result for each state on each kind of page: a status, or the path of the redirect. */
const expected: Record<string, Record<State, number | string>> = {
  [routes.home.path]: {
    guest: 200,
    unverified: '/sign-in',
    incomplete: '/sign-in',
    complete: '/sign-in',
    paused: '/sign-in',
    restricted: '/sign-in',
    deleted: '/sign-in',
  },
  [routes.cookiesPolicy.path]: { guest: 200, ...next },
  [routes.signUp.path]: { guest: 200, ...next },
  [routes.signIn.path]: { guest: 200, ...next },
  [routes.emailVerify.path]: { ...none, unverified: 200 },
  [routes.questionnaire.path]: { ...none, incomplete: 200 },
  [routes.likes.path]: {
    ...next,
    guest: '/sign-in?next=%2Flikes',
    complete: 200,
    paused: 200,
  },
  [routes.restricted.path]: {
    ...next,
    guest: '/sign-in?next=%2Frestricted',
    restricted: 200,
  },
}

describe.each(Object.keys(tokens) as State[])('a visitor who is %s', (state) => {
  test.each(Object.keys(expected))('gets what belongs to them at %s', async (path) => {
    const token = await tokens[state]()
    const response = await get(path, token ? { token } : {})
    const wanted = expected[path]?.[state]
    expect(typeof wanted === 'number' ? response.status : pathOf(response)).toBe(wanted)
    if (typeof wanted === 'string') expect(response.status).toBe(302)
  })
})

describe('addresses', () => {
  test('every guest page answers under every locale prefix, in its language', async () => {
    for (const locale of locales) {
      for (const route of routeList.filter((entry) => entry.auth === 'guest' && !entry.rules && !entry.path.includes(':'))) {
        const response = await get(withPrefix(route.path, locale.code), { headers: { 'Accept-Language': locale.lang } })
        expect(response.status, `${locale.code} ${route.path}`).toBe(200)
        expect(await response.text()).toContain(`<html lang="${locale.lang}"`)
      }
    }
  })

  test('the bare address follows cookie, then Accept-Language, by a redirect that is never stored; crawlers stay', async () => {
    const german = await get('/', { headers: { 'Accept-Language': 'de-AT' } })
    expect([german.status, pathOf(german), german.headers.get('cache-control')]).toEqual([302, '/de', 'no-store'])
    const chosen = await get('/?a=1', { headers: { 'Accept-Language': 'de-AT', Cookie: 'locale=pl' } })
    expect(pathOf(chosen)).toBe('/pl?a=1')
    expect((await get('/', { headers: { 'Accept-Language': 'de', Cookie: 'locale=en' } })).status).toBe(200)
    expect((await get('/', { headers: { 'Accept-Language': 'de', 'User-Agent': 'Googlebot/2.1' } })).status).toBe(200)
    expect((await get('/privacy-policy', { headers: { 'Accept-Language': 'de', Cookie: 'locale=de' } })).status).toBe(200)
  })

  test('an address in the redirect table leads on, in the visitor’s language, for documents and for client navigation', async () => {
    expect(pathOf(await get('/uk/old-place'))).toBe('/uk/likes')
    expect(await (await get('/uk/old-place/_payload.json')).json()).toMatchObject({ redirect: '/uk/likes' })
    expect(pathOf(await get('/partner'))).toBe('https://elsewhere.example/x')
    expect(await (await get('/partner/_payload.json')).json()).toMatchObject({ redirect: 'https://elsewhere.example/x' })
  })

  test('a slash at the end and capitals of public pages and prefixes go with one redirect; an id stays as it is', async () => {
    const moved = await get('/privacy-policy/?x=1')
    expect([moved.status, pathOf(moved)]).toEqual([301, '/privacy-policy?x=1'])
    expect(pathOf(await get('/UK/Blog/Some-Post/'))).toBe('/uk/blog/some-post')
    expect(pathOf(await get('/Old-Place/'))).toBe('/likes')
    const { token } = await createMember()
    const withId = await get('/profile-info/SomeBody', { token })
    expect([withId.status, pathOf(withId)]).toEqual([404, undefined])
  })

  test('with two slashes at the start never leads to another host', async () => {
    expect(pathOf(await get('//evil.example/'))).toBe('/evil.example')
    expect(await (await get('//evil.example//_payload.json')).json()).toMatchObject({ redirect: '/evil.example' })
  })

  test('a time zone that cannot be read counts as none', async () => {
    expect((await get('/sign-in', { headers: { Cookie: 'tz=%' } })).status).toBe(200)
    expect((await get('/sign-in', { headers: { Cookie: 'tz=%zz' } })).status).toBe(200)
  })
})

describe('the 404 page', () => {
  test('shows a guest exactly which path was not found', async () => {
    const response = await get('/de/nowhere/at-all')
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('Page not found: /de/nowhere/at-all')
    expect(html).toContain('/de/sign-up')
  })

  test('has its title in the visitor’s language, and for a member their navigation', async () => {
    const { common } = await loadMessages('uk', ['common'])
    const title = `>${String(read(common, 'notFound', 'title'))}</h1>`
    const guests = await (await get('/uk/nowhere')).text()
    expect(guests).toContain(title)
    expect(guests).toContain('Page Not Found /uk/nowhere')
    const { token } = await createMember()
    const members = await (await get('/uk/nowhere', { token })).text()
    expect(members).toContain(title)
    expect(members).toContain(`aria-label="${String(read(common, 'nav', 'label'))}"`)
  })

  test('one segment that names no city fails the rule, for guests and for members in their own layout', async () => {
    const guests = await get('/de/nowhere')
    expect(guests.status).toBe(404)
    expect(await guests.text()).toContain('Page Not Found /de/nowhere')
    for (const state of ['unverified', 'incomplete', 'complete', 'restricted'] as const) {
      const token = await tokens[state]()
      const answer = await get('/nowhere', token ? { token } : {})
      expect([answer.status, (await answer.text()).includes('Page Not Found /nowhere')], state).toEqual([404, true])
    }
  })

  test.each(['unverified', 'incomplete', 'restricted'] as const)(
    'leads a visitor who is %s only to their page',
    async (state) => {
      const html = await (await get('/nowhere', { token: await tokens[state]() })).text()
      const main = html.slice(html.indexOf('<main'))
      expect([...main.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, to]) => to)).toEqual([next[state]])
      expect(html).not.toContain('href="/people-nearby"')
      expect(html).not.toContain('<nav')
    },
  )

  test('shows a member their own navigation', async () => {
    const { token } = await createMember()
    const html = await (await get('/nowhere', { token })).text()
    expect(html).toContain('Page Not Found /nowhere')
    expect(html).toContain('href="/people-nearby"')
    expect(html).not.toContain('/sign-up')
  })

  test('has the other wording where a rule failed', async () => {
    const response = await get('/questionnaire')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Page Not Found /questionnaire')
  })

  test('keeps a member in their own layout where a rule failed', async () => {
    const { token } = await createMember()
    const html = await (await get('/questionnaire', { token })).text()
    expect(html).toContain('Page Not Found /questionnaire')
    expect(html).toContain('href="/people-nearby"')
    expect(html).not.toContain('/sign-up')
  })

  test('a path with markup in it stays text', async () => {
    const html = await (await get('/%3Cimg%20src=x%3E')).text()
    expect(html).not.toContain('<img src=x>')
  })

  test('an unknown member is not found, whatever the id', async () => {
    const { token } = await createMember()
    const [absent, other] = await Promise.all([
      get('/profile-info/nobody-one', { token }),
      get('/profile-info/nobody-two', { token }),
    ])
    expect([absent.status, other.status]).toEqual([404, 404])
  })
})

describe('headers', () => {
  test('a guest page runs no inline script and may be asked for again by its tag', async () => {
    const first = await get('/')
    const html = await first.text()
    expect(html).not.toMatch(/<script(?![^>]*(src=|type="application\/(ld\+)?json"))/)
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const tag = first.headers.get('etag') ?? ''
    const again = await get('/', { headers: { 'If-None-Match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(await (await get('/')).text()).toBe(html)
  })

  test('every document links the web manifest of its language, and only pages with a session or a form keep the install prompt', async () => {
    const { token } = await createMember()
    const links = async (path: string, asker: Options = {}) => {
      const response = await get(path, asker)
      const html = await response.text()
      const [, script = null] = /<script nonce="([^"]+)">[^<]*beforeinstallprompt/.exec(html) ?? []
      const policy = response.headers.get('content-security-policy')
      if (script !== null) expect(policy).toContain(`'nonce-${script}'`)
      expect(policy).toContain("manifest-src 'self'")
      return [/<link rel="manifest" href="([^"]+)"/.exec(html)?.[1], script !== null]
    }
    for (const { code } of locales) {
      const manifest = webManifestHref(code)
      expect(await links(withPrefix('/', code))).toEqual([manifest, false])
      expect(await links(withPrefix(routes.signIn.path, code))).toEqual([manifest, true])
      expect(await links(withPrefix(routes.likes.path, code), { token })).toEqual([manifest, true])
    }
    expect(await links('/nowhere', { token })).toEqual(['/manifest.webmanifest', true])
  })

  test('a member’s document names the files of its texts instead of having them, and a form has them', async () => {
    const textsIn = (text: string) => /<script type="application\/json" id="messages">(.*?)<\/script>/.exec(text)?.[1]
    const member = await createMember()
    const page = await (await get('/uk/likes', { token: member.token })).text()
    const named = [
      ...page.matchAll(/<link rel="preload" as="fetch" href="\/locales\/\w+\/uk\/([\w-]+)\.json" crossorigin="anonymous"/gi),
    ]
    expect(named.map(([, namespace]) => namespace)).toEqual(['common', ...routes.likes.messages])
    expect(textsIn(page)).toBe('{}')
    const form = await (await get('/uk/sign-in')).text()
    expect(Object.keys(JSON.parse(textsIn(form) ?? ''))).toEqual(['common', ...routes.signIn.messages])
    expect(form).not.toContain('as="fetch"')
  })

  test('a document for somebody signed in is not stored: their browser asks again when they go back to it', async () => {
    const { token } = await createMember()
    const paths = [routes.peopleNearby.path, routes.termsAndConditions.path, '/nowhere']
    const documents = await Promise.all(paths.map((path) => get(path, { token })))
    expect(documents.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store', 'no-store'])
  })

  test('a guest page that is kept holds nothing of whoever asked first', async () => {
    const first = await get('/tr?invite=secret-of-one', { headers: { Cookie: 'tz=Asia%2FTokyo' } })
    const html = await first.text()
    expect(html).not.toContain('secret-of-one')
    expect(html).not.toContain('Tokyo')
    expect(await (await get('/tr')).text()).toBe(html)
    const elsewhere = await SELF.fetch('https://other.localhost/tr')
    expect(elsewhere.headers.get('content-security-policy')).toContain('wss://other.localhost')
    expect(await elsewhere.text()).toContain('<link rel="canonical" href="https://other.localhost/tr"/>')
  })

  test('a personal page is never stored and carries a nonce of its own', async () => {
    const { token } = await createMember()
    const policies = await Promise.all([get('/likes', { token }), get('/likes', { token })])
    const nonces = policies.map((response) => /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1])
    expect(nonces[0]).toBeTruthy()
    expect(nonces[0]).not.toBe(nonces[1])
    expect(policies[0]?.headers.get('etag')).toBeNull()
  })

  test('every answer has the protective set, and no page asks for anything unsafe', async () => {
    for (const path of ['/', '/sign-in', '/nowhere', '/api/nothing', '/healthz']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
    }
  })

  test('no page writes a style attribute', async () => {
    const { token } = await createMember()
    for (const path of ['/likes', '/people-nearby', '/messages', '/main-settings'])
      expect(await (await get(path, { token })).text()).not.toContain(' style="')
    for (const path of ['/', '/sign-in', '/sign-up', '/privacy-policy'])
      expect(await (await get(path)).text()).not.toContain(' style="')
  })
})

describe('calls that change something', () => {
  const post = (path: string, headers: Record<string, string>, body = '{}') =>
    get(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

  test('are refused from another site, whatever it says', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: origin },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      {},
    ]) {
      const refused = await post('/api/auth/sign-in', headers as Record<string, string>)
      expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'forbidden' } }])
    }
  })

  test('with a body over 64 KB get 413, unreadable JSON 400, wrong types 422, and an unknown address 404, all as JSON', async () => {
    const own = { 'Sec-Fetch-Site': 'same-origin' }
    const answers = await Promise.all([
      post('/api/auth/sign-in', own, JSON.stringify({ email: 'a'.repeat(70_000) })),
      post('/api/auth/sign-in', own, '{"email":'),
      post('/api/auth/sign-in', own, '[1]'),
      post('/api/auth/sign-in', own, JSON.stringify({ email: { a: 1 }, password: 7 })),
      post('/api/nothing', own),
      post('/api', own),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([413, 400, 400, 422, 404, 404])
    const bodies = await Promise.all(answers.map((answer) => answer.json<ErrorBody>()))
    expect(bodies.map(({ error }) => error.code)).toEqual([
      'too-large',
      'invalid',
      'invalid',
      'invalid',
      'not-found',
      'not-found',
    ])
    for (const { error } of bodies) expect(error.message).toMatch(/\w/)
  })

  test('whose body breaks off in the middle are the caller’s mistake', async () => {
    const parts = ['{"email":"', null]
    const body = new ReadableStream({
      pull(controller) {
        const part = parts.shift()
        if (part) controller.enqueue(new TextEncoder().encode(part))
        else controller.error(new Error('the line broke'))
      },
    })
    const response = await new Visitor().fetch('/api/auth/sign-in', { method: 'POST', body })
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'invalid' } }])
  })

  test('say what is wrong in the language of the page they come from', async () => {
    const answer = await post('/api/auth/sign-in', { 'Sec-Fetch-Site': 'same-origin', Referer: `${origin}/de/sign-in` })
    const { common } = await loadMessages('de', ['common'])
    expect(await answer.json()).toMatchObject({
      error: { message: read(common, 'error', 'invalid'), fields: { email: read(common, 'field', 'required') } },
    })
  })
})

test('a call without or with a forged session gets 401', async () => {
  const own = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const refused = await get('/api/likes', { method: 'POST', headers: own, body: '{"id":"x"}' })
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: 'unauthorized' } }])
  expect(
    (await get('/api/likes', { method: 'POST', headers: { ...own, Authorization: 'Bearer abc.def.ghi' }, body: '{"id":"x"}' }))
      .status,
  ).toBe(401)
})
