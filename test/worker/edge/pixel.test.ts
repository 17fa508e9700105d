import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { pixelActions, pixelCookie } from '#features/pixel/contract.ts'
import { routes } from '#shared/routing/routes.ts'
import { createApp } from '#worker/app.ts'
import { findStoredAnswer } from '#worker/render/guest-pages.ts'
import { createMember } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const id = '123456789012345'
const production = { ...env, ENVIRONMENT: 'production' as const, PIXEL_ID: id, PUBLIC_ORIGIN: '' }
const hosts = /facebook\.(?:com|net)/
const app = createApp()

type Options = { settings?: typeof env; choice?: string; cookie?: string; path?: string }

async function open({ settings = production, choice, cookie, path = '/about' }: Options = {}) {
  const context = createExecutionContext()
  const cookies = [...(choice ? [`${pixelCookie.name}=${choice}`] : []), ...(cookie ? [cookie] : [])].join('; ')
  const headers = { 'accept-language': 'en-GB', ...(cookies ? { cookie: cookies } : {}) }
  const response = await app.fetch(new Request(origin + path, { headers }), settings, context)
  const html = await response.text()
  await waitOnExecutionContext(context)
  return { status: response.status, html, policy: response.headers.get('content-security-policy') ?? '' }
}

function choose(fields: Record<string, string>, settings: typeof env = production) {
  const headers = { origin, referer: `${origin}/uk/about?from=mail` }
  const body = new URLSearchParams(fields)
  return app.fetch(new Request(origin + pixelActions.choose.path, { method: 'POST', headers, body }), settings)
}

/** What of the pixel is on a page. */
function partsOf({ html, policy }: { html: string; policy: string }) {
  return {
    asks: html.includes(`action="${pixelActions.choose.path}"`),
    footer: html.includes('href="#ad-measurement"'),
    // The public configuration of pages that hydrate names the id, too (spec §3, §7); no script of theirs uses it.
    id: html.includes(`<meta name="pixel" content="${id}"/>`),
    script: html.includes('pixel-entry'),
    hosts: hosts.test(policy) || hosts.test(html),
  }
}

const nothing = { asks: false, footer: false, id: false, script: false, hosts: false }

describe('a guest’s page', () => {
  test.each([
    ['local', { ENVIRONMENT: 'local', PIXEL_ID: id }],
    ['staging', { ENVIRONMENT: 'staging', PIXEL_ID: id }],
    ['production without an id', { ENVIRONMENT: 'production', PIXEL_ID: '' }],
  ] as const)('has nothing of the pixel in %s, whatever the guest has said', async (_, settings) => {
    for (const choice of [undefined, 'accepted', 'declined']) {
      const page = await open({ settings: { ...production, ...settings }, choice })
      expect(partsOf(page)).toEqual(nothing)
      expect(page.html).not.toContain(id)
    }
  })

  test('asks in production with an id, and loads nothing before the answer', async () => {
    const page = await open()
    expect(partsOf(page)).toEqual({ ...nothing, asks: true, footer: true })
    expect(page.html).toContain('No, thanks')
  })

  test('loads the pixel once the guest has agreed, and its hosts are in the policy of that answer alone', async () => {
    const page = await open({ choice: 'accepted' })
    expect(partsOf(page)).toEqual({ asks: true, footer: true, id: true, script: true, hosts: true })
    expect(page.policy).toContain("script-src 'self' https://connect.facebook.net;")
    expect(page.policy).toContain("img-src 'self' data: blob: https://www.facebook.com;")
    expect(page.policy).toMatch(/connect-src 'self' \S+ https:\/\/connect\.facebook\.net https:\/\/www\.facebook\.com;/)
    expect(page.html).not.toContain('facebook.net')
    expect(partsOf(await open())).toMatchObject({ id: false, script: false, hosts: false })
  })

  test('loads nothing for a guest who has declined, and keeps the way to change that', async () => {
    const page = await open({ choice: 'declined' })
    expect(partsOf(page)).toEqual({ ...nothing, asks: true, footer: true })
    expect(page.html).toContain('You’ve said no.')
  })

  test('is stored once for each answer, and no guest gets another’s', async () => {
    for (const choice of [undefined, 'accepted', 'declined']) await open({ choice, path: '/services' })
    const fromStore = async (choice?: string) => {
      const headers = choice ? { cookie: `${pixelCookie.name}=${choice}` } : undefined
      const response = findStoredAnswer(new Request(`${origin}/services`, { headers }), production, Date.now())
      const html = (await response?.text()) ?? ''
      return { script: html.includes('pixel-entry'), hosts: hosts.test(response?.headers.get('content-security-policy') ?? '') }
    }
    expect(await fromStore()).toEqual({ script: false, hosts: false })
    expect(await fromStore('accepted')).toEqual({ script: true, hosts: true })
    expect(await fromStore('declined')).toEqual({ script: false, hosts: false })
    // A cookie that is none of our answers is no answer, and no page of its own.
    expect(await fromStore('x')).toEqual({ script: false, hosts: false })
  })

  test('is stored once for all where there is no pixel', async () => {
    await open({ settings: { ...production, PIXEL_ID: '' }, path: '/blog' })
    const request = new Request(`${origin}/blog`, { headers: { cookie: `${pixelCookie.name}=accepted` } })
    expect(findStoredAnswer(request, { ...production, PIXEL_ID: '' }, Date.now())?.status).toBe(200)
  })
})

describe('the pixel is on no page', () => {
  test.each(['/sign-in', '/sign-up', routes.publicProfile.path, '/no/such/page'])('of a guest at %s', async (path) => {
    expect(partsOf(await open({ choice: 'accepted', path }))).toEqual(nothing)
  })

  test.each(['/people-nearby', '/main-settings', '/about'])('of a member who opens %s', async (path) => {
    const { token } = await createMember()
    const page = await open({ choice: 'accepted', cookie: `__Host-access=${token}`, path })
    expect(partsOf(page)).toEqual(nothing)
  })
})

describe('the answer', () => {
  test.each(['accepted', 'declined'])(
    '%s is kept in our own cookie for 180 days, and the same page comes back',
    async (choice) => {
      const response = await choose({ choice })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/uk/about?from=mail'])
      const [cookie] = response.headers.getSetCookie()
      expect(cookie).toBe(`ad-measurement=${choice}; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`)
    },
  )

  test('no takes away the cookies that the library has set; yes leaves them alone', async () => {
    const cleared = async (choice: string) =>
      (await choose({ choice })).headers.getSetCookie().filter((cookie) => /^_fb[pc]=; Max-Age=0/.test(cookie))
    const declined = await cleared('declined')
    expect(declined).toContain('_fbp=; Max-Age=0; Path=/')
    expect(declined).toContain(`_fbc=; Max-Age=0; Domain=${new URL(origin).hostname}; Path=/`)
    expect(await cleared('accepted')).toEqual([])
  })

  test('is taken only where there is a pixel, and only one of the two', async () => {
    expect((await choose({ choice: 'accepted' }, { ...production, PIXEL_ID: '' })).headers.getSetCookie()).not.toContainEqual(expect.stringContaining(pixelCookie.name)) // prettier-ignore
    const wrong = await choose({ choice: 'perhaps' })
    expect(wrong.headers.getSetCookie()).not.toContainEqual(expect.stringContaining(pixelCookie.name))
  })
})
