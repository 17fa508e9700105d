import { describe, expect, it } from 'vitest'
import { avatarUrl, parseAvatar } from '#shared/avatar.ts'
import { drawAvatar } from './draw.ts'
import { looksOf } from './looks.ts'
import { grounds, skins } from './palette.ts'

const seeds = Array.from({ length: 60 }, (_, index) => `${['f-', 'm-', ''][index % 3]}${index}`)

describe('drawn portraits', () => {
  it('draws the same portrait for the same seed, and another one for another', () => {
    expect(drawAvatar('f-1')).toBe(drawAvatar('f-1'))
    expect(new Set(seeds.map(drawAvatar)).size).toBe(seeds.length)
  })

  it('paints every part: no bare black, a ground and a skin of the palette', () => {
    for (const seed of seeds) {
      const svg = drawAvatar(seed)
      expect(svg).not.toContain('#000')
      expect(
        grounds.some(({ ground }) => svg.includes(ground)),
        seed,
      ).toBe(true)
      expect(
        skins.some(({ skin }) => svg.includes(skin)),
        seed,
      ).toBe(true)
    }
  })

  it('holds nothing that runs or loads', () => {
    for (const seed of seeds) expect(drawAvatar(seed)).not.toMatch(/<script|href=|on\w+=|<foreignObject|<metadata/i)
  })
})

describe('the address of a portrait', () => {
  it('is built for a known style only', () => {
    expect(avatarUrl('notionists:f-1')).toBe('/avatars/notionists/f-1.svg')
    expect(avatarUrl(null)).toBeNull()
    for (const bad of [
      '',
      'f-1',
      'unknown:f-1',
      'notionists:',
      'notionists:a/b',
      'notionists:../x',
      `notionists:${'a'.repeat(65)}`,
    ]) {
      expect(avatarUrl(bad), bad).toBeNull()
      expect(parseAvatar(bad), bad).toBeNull()
    }
  })
})

describe('what is seen in a portrait', () => {
  it('is what its parts are: colours of the palette, glasses and a beard only where they are drawn', async () => {
    const avatars = seeds.map((seed) => `notionists:${seed}`)
    const looks = Object.values(await looksOf([...avatars, 'unknown:f-1']))
    expect(looks).toHaveLength(seeds.length)
    expect(new Set(looks.map(({ length }) => length))).toEqual(new Set(['long', 'short']))
    expect(new Set(looks.map(({ glasses }) => glasses))).toEqual(new Set([true, false]))
    expect(new Set(looks.map(({ hair }) => hair)).size).toBeGreaterThan(2)
    expect(new Set(looks.map(({ clothes }) => clothes)).size).toBeGreaterThan(4)
    for (const [avatar, { beard, length }] of Object.entries(await looksOf(avatars))) {
      if (avatar.includes(':f-')) expect([avatar, beard, length]).toEqual([avatar, false, 'long'])
      if (avatar.includes(':m-')) expect([avatar, length]).toEqual([avatar, 'short'])
    }
    expect(looks.some(({ beard }) => beard)).toBe(true)
  })
})
