import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawAvatar } from '#features/avatars/server/draw.ts'
import { demoMembers } from '#seed/demo/crowd.ts'
import { parseAvatar } from '#shared/avatar.ts'

/**
 * A profile stores the seed of its portrait, never the drawing, so another version of the library must not change
 * members' faces. For new demo members, add the hashes that this test shows.
 */
test('the portrait of every demo member is drawn to the byte as it was', () => {
  const seeds = demoMembers().map(({ avatar }) => parseAvatar(avatar)?.seed ?? '')
  const hashes = seeds.map((seed) => [seed, createHash('sha256').update(drawAvatar(seed)).digest('hex').slice(0, 16)])
  expect(Object.fromEntries(hashes)).toEqual(JSON.parse(readFileSync('test/support/fixtures/portraits.json', 'utf8')))
})
