import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { portraitSeeds } from '#features/avatars/server/public.ts'
import { portraitsOf } from '#features/onboarding/rules.ts'
import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { drawingOf } from '#test/support/worker/drawings.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

describe('the address of a member’s drawing', () => {
  const stored = 'notionists:m-k9Gnzuj0-1-0'

  it('shows nothing of its seed, and draws the same picture, kept for ever', async () => {
    const address = (await drawingOf(stored)) ?? ''
    expect(address).toMatch(/^\/avatars\/[\w-]{70}\.svg$/)
    expect(address).not.toMatch(/k9Gnzuj0|m-/)
    const [own, sealed] = await Promise.all([avatarUrl(stored) ?? '', address].map((path) => new Visitor().get(path)))
    expect([sealed?.status, sealed?.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(await sealed?.text()).toBe(await own?.text())
  })

  it('is the same for members, and another one with each consent of a public profile', async () => {
    const addresses = await Promise.all([undefined, undefined, 'public-1', 'public-2'].map((each) => drawingOf(stored, each)))
    expect(new Set(addresses).size).toBe(3)
    expect(addresses[0]).toBe(addresses[1])
  })

  it('is not found once a character is changed', async () => {
    const address = (await drawingOf(stored)) ?? ''
    for (const at of [9, 40, 78]) {
      const changed = address.slice(0, at) + (address[at] === 'A' ? 'B' : 'A') + address.slice(at + 1)
      expect((await new Visitor().get(changed)).status, changed).toBe(404)
    }
  })
})

describe('the drawings on offer', () => {
  it('are the same for a member each time, others for another, and hold nothing of the id', async () => {
    const ids = ['k9Gnzuj0L0abcdefghijkl', 'k9Gnzuj0L0abcdefghijkm']
    const [one, again, other] = await Promise.all([ids[0], ids[0], ids[1]].map((id) => portraitSeeds(env, id ?? '')))
    const pageOf = (seedOf = one) => portraitsOf('man', 1, (page, index) => seedOf?.(page, index) ?? '')
    expect(pageOf(again)).toEqual(pageOf())
    expect(pageOf().filter((avatar) => pageOf(other).includes(avatar))).toEqual([])
    expect(pageOf().join()).not.toContain('k9Gn')
  })
})

describe('a drawn portrait', () => {
  it('is an SVG that runs nothing and may be kept for ever', async () => {
    const response = await new Visitor().get(avatarUrl(avatarOf('f-16')) ?? '')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(await response.text()).toMatch(/^<svg[^>]+xmlns=/)
  })

  it('is not found for a style or a seed that nobody has', async () => {
    for (const path of [
      '/avatars/unknown/f-1.svg',
      '/avatars/notionists/f-1.png',
      '/avatars/notionists/.svg',
      '/avatars/notionists/a%2Fb.svg',
      `/avatars/notionists/${'a'.repeat(65)}.svg`,
    ]) {
      expect((await new Visitor().get(path)).status, path).toBe(404)
    }
  })
})
