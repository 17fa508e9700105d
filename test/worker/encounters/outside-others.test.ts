import { describe, expect, it, vi } from 'vitest'
import type { EncounterKind } from '#features/encounters/contract.ts'
import { postJson } from '#test/support/worker/members.ts'
import { newArea } from '#test/support/worker/places.ts'
import { chains, type Chain } from './outside-chains.ts'
import { createOthers, lookAtEachOther, lookAtOne, lookAtTwo } from './outside-others.ts'
import { act, blank, createCast, differences, phoneOf, quietChain, steps, WatchedTalk } from './outside-record.ts'

vi.setConfig({ testTimeout: 120_000 })

const kinds = ['anonymous', 'blind'] as const

/**
 * What the chain shows to others, and what the partner sees of it outside, while the two are in a talk of this kind. Null: they
 * are in none, so everything is as the account alone makes it.
 */
async function recordOutside(kind: EncounterKind | null, chain: Chain) {
  const area = newArea()
  const cast = await createCast(area)
  const others = await createOthers(cast, area)
  const parts = { ...cast, ...others }
  await chain.prepare?.(cast)
  const phones = await Promise.all([phoneOf(others.third), phoneOf(others.friend)])
  const look = () => Promise.all([lookAtTwo(cast, others, parts), lookAtEachOther(cast.partner, cast.me, parts)])
  const talk = kind && (await WatchedTalk.open(kind, cast))
  await talk?.begin()
  const during: unknown[] = []
  for (const step of steps.slice(0, chain.deeds.length)) {
    // That nothing shows before anything is done is proved by inside.test.ts.
    if (step > 0) during.push(await lookAtOne(cast, others, parts))
    await act(chain, step, cast)
    await talk?.talk(`step ${step}`)
  }
  during.push(await look())
  await talk?.end()
  const after = await look()
  await Promise.all(phones.map((phone) => phone.heads()))
  const frames = phones.map((phone) => phone.frames.map((frame) => blank(JSON.stringify(frame), parts)))
  return { during, after, frames }
}

describe('what one does to an account looks to others as it does without a talk', () => {
  // Each in one kind of talk: what others see of an account does not know of kinds, and three worlds of a chain take their time.
  it.each(chains.map((chain, index) => ({ ...chain, kind: kinds[index % 2 === 0 ? 0 : 1] })))('$name, $kind', async (chain) => {
    const [alone, inTalk] = await Promise.all([null, chain.kind].map((kind) => recordOutside(kind, chain)))
    expect(differences(alone, inTalk)).toEqual([])
  })
})

it('would see what one does, if it did not look the same', async () => {
  const block = { path: '', does: postBlock }
  const [quiet, other, loud] = await Promise.all([
    recordOutside(null, quietChain),
    recordOutside(null, quietChain),
    recordOutside(null, { ...quietChain, deeds: [block] }),
  ])
  expect(differences(quiet, other)).toEqual([])
  expect(differences(quiet.after, loud.after)).not.toEqual([])
})

function postBlock({ me, partner }: Parameters<Chain['deeds'][number]['does']>[0]) {
  return postJson(me, '/api/blocks', { id: partner.id })
}
