import { describe, expect, it } from 'vitest'
import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

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
