import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { redirects } from '#db/schema.ts'
import worker from '#worker/index.ts'
import { db } from '#test/support/worker/members.ts'
import { openPage, payloadPath } from '#test/support/worker/pages.ts'

type IncomingRequest = Parameters<typeof worker.fetch>[0]

/** Sends a request to a deployment with a public address, under any name in `Host`. */
async function askDeployment(path: string, init: RequestInit & { host?: string } = {}): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(`https://${init.host ?? 'evil.localhost'}${path}`, init) as IncomingRequest
  const response = await worker.fetch(request, { ...env, PUBLIC_ORIGIN: 'https://kismet.example' }, context)
  await waitOnExecutionContext(context)
  return response
}
const post = (path: string, origin: string) =>
  askDeployment(path, { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: '{}' })

describe('whatever Host a request names', () => {
  it('canonical and alternate addresses of a public page are the deployment’s own', async () => {
    const html = await (await askDeployment('/de/privacy-policy')).text()
    expect(html).toContain('<link rel="canonical" href="https://kismet.example/de/privacy-policy"/>')
    expect(html).toContain('hrefLang="uk" href="https://kismet.example/uk/privacy-policy"')
    expect(html).not.toContain('evil.localhost')
  })

  it('a provider is asked to send the browser back to the deployment', async () => {
    const { redirect } = await (await post('/api/auth/google', 'https://kismet.example')).json<{ redirect: string }>()
    expect(new URL(redirect).searchParams.get('redirect_uri')).toBe('https://kismet.example/sign-in/google/callback')
  })

  it('a change comes from the deployment’s own pages only', async () => {
    expect((await post('/api/auth/google', 'https://evil.test')).status).toBe(403)
  })

  it('a public page that is kept for everyone is kept once', async () => {
    const isKept = async (host: string) =>
      (await askDeployment('/tr/privacy-policy', { host })).headers.get('x-request-id') === null
    expect([await isKept('a.localhost'), await isKept('b.localhost')]).toEqual([false, true])
  })
})

describe('the environment of local runs', () => {
  const paths = [
    '/',
    '/de/privacy-policy',
    '/sign-in',
    '/likes',
    '/api/locale',
    '/api/store/webhook',
    '/realtime',
    '/ops',
    '/healthz',
    '/robots.txt',
  ]
  const hosts = ['kismet.test', 'kismet.example', 'kismet.workers.dev', '192.168.1.20:8787', 'localhost.example']
  const isTaken = async (host: string, path: string, method: string) =>
    (await worker.fetch(new Request(`http://${host}${path}`, { method }) as IncomingRequest, env, createExecutionContext()))
      .status !== 421

  it.each(hosts)('answers nothing at %s, not even what is kept for everyone', async (host) => {
    await openPage(null, '/de/privacy-policy')
    for (const path of paths) {
      for (const method of ['GET', 'POST']) expect(await isTaken(host, path, method), `${method} ${path}`).toBe(false)
    }
  })

  it('answers at localhost', async () => {
    expect(await isTaken('localhost:8787', '/de/privacy-policy', 'GET')).toBe(true)
  })
})

it('a deployment without a public address uses the one that it was asked at', async () => {
  expect(await (await openPage(null, '/de/privacy-policy')).text()).toContain('href="https://kismet.localhost/de/privacy-policy"')
})

it('a percent-encoded spelling of a public page takes no place among the pages that are kept', async () => {
  // A cached page is answered before a request gets its id.
  const isKept = async (path: string) => (await openPage(null, path)).headers.get('x-request-id') === null
  for (const spelling of ['/%63ookies-policy', '/c%6fokies-policy', '/%70%6c/cookies-policy'])
    expect([await isKept(spelling), await isKept(spelling)], spelling).toEqual([false, false])
  expect([await isKept('/cookies-policy'), await isKept('/cookies-policy')]).toEqual([false, true])
})

describe('a row of the redirect table', () => {
  const followed = [
    ['/moved', '/likes?tab=sent', '/likes?tab=sent'],
    ['/away', 'https://elsewhere.example/x?y=1', 'https://elsewhere.example/x?y=1'],
  ] as const
  const ignored = [
    ['/host', '//evil.test/x'],
    ['/backslash', '/\\evil.test'],
    ['/script', 'javascript:alert(1)'],
    ['/data', 'data:text/html,<script>alert(1)</script>'],
    ['/insecure', 'http://elsewhere.example/'],
    ['/word', 'likes'],
    ['/sign-in', 'https://evil.test/'],
    ['/profile-info/somebody', '/likes'],
  ] as const
  const warnings: string[] = []

  beforeAll(async () => {
    // The table is read at most once a minute; on another day it is read again.
    vi.useFakeTimers({ now: Date.now() + 24 * 60 * 60_000, toFake: ['Date'] })
    const spy = vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
    await db.insert(redirects).values([...followed, ...ignored].map(([path, target]) => ({ path, target, createdAt: 0 })))
    await openPage(null, '/moved')
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
    await openPage(null, '/moved')
    spy.mockRestore()
    return () => vi.useRealTimers()
  })

  it.each(followed)('from %s leads to %s', async (path, _, wanted) => {
    expect((await openPage(null, path)).headers.get('location')).toBe(wanted)
    expect(await (await openPage(null, payloadPath(path))).json()).toMatchObject({ redirect: wanted })
  })

  it.each(ignored)('from %s to %s is ignored, and logged once', async (path) => {
    const answer = await openPage(null, path)
    const location = answer.headers.get('location')
    expect(location === null || location.startsWith('/sign-in?next=')).toBe(true)
    expect(warnings.filter((line) => JSON.parse(line).path === path)).toHaveLength(1)
  })

  it('is not quoted in the log but for its path', () => {
    expect(warnings.join()).not.toMatch(/evil|alert/)
  })
})
