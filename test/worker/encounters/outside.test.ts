import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { sessions } from '#db/schema.ts'
import { firstDrawing } from '#shared/drawing/drawing.ts'
import { deletionActions } from '#features/auth/contract.ts'
import type { Action } from '#shared/routing/action.ts'
import { createMember, db, postJson } from '#test/support/worker/members.ts'
import { acts } from './outside-acts.ts'
import { chains, deedsPerChain } from './outside-chains.ts'
import { differences, inGroups, quietChain, recordEnd, recordTalk } from './outside-record.ts'

// Dozens of talks, four at a time.
vi.setConfig({ testTimeout: 240_000 })

const contracts = import.meta.glob<Record<string, unknown>>(
  ['/src/features/**/contract.ts', '/src/features/photos/verification.ts'],
  { eager: true },
)
const isAction = (value: unknown): value is Action =>
  typeof value === 'object' && value !== null && 'path' in value && 'form' in value && typeof value.path === 'string'
const declared = Object.values(contracts)
  .flatMap((contract) => Object.values(contract))
  .flatMap((exported) => (typeof exported === 'object' && exported !== null ? Object.values(exported) : []))
  .filter(isAction)
const paths = [
  ...new Set(declared.filter(({ path, method }) => method !== 'GET' && !path.startsWith('/ops')).map(({ path }) => path)),
]

const pathsOf = (kind: string) => Object.keys(acts).filter((path) => acts[path] === kind)

describe('the list of actions', () => {
  it('says of every declared one what it is for the secret of a talk', () => {
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.toSorted()).toEqual(Object.keys(acts).toSorted())
  })

  it('has a deed for each that is tried, and no longer chains than a talk has steps', () => {
    const done = new Set(chains.flatMap(({ deeds }) => deeds.map(({ path }) => path)))
    expect([...done].toSorted()).toEqual(pathsOf('tried').toSorted())
    expect(Math.max(...chains.map(({ deeds }) => deeds.length))).toBe(deedsPerChain)
  })

  it.each([
    ['/api/questionnaire', { step: 'body', body: 'slim' }],
    ['/api/questionnaire/drawing', { ...firstDrawing }],
    ['/api/account/restore', {}],
    ['/api/restriction/appeal', { text: 'I did nothing of the kind, really.' }],
  ])('rightly says of %s that it is refused', async (path, body) => {
    expect(pathsOf('refused to whoever can be in a talk')).toContain(path)
    const answer = await postJson(await createMember(), path, body)
    expect(answer.status, await answer.text()).toBeGreaterThanOrEqual(400)
  })
})

describe.each(['anonymous', 'blind'] as const)('in a talk of the kind %s', (kind) => {
  it('the deletion of an account looks to the partner as if its member had left', async () => {
    expect(pathsOf('ends the talk as leaving does')).toEqual([deletionActions.delete.path])
    const left = await recordEnd(kind)
    const deleted = await recordEnd(kind, async (me) => {
      await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, me.sid))
      expect((await postJson(me, deletionActions.delete.path, {})).status).toBe(200)
    })
    expect(differences(left, deleted)).toEqual([])
  })

  it('nothing that one does to an account outside shows to the partner', async () => {
    const quiet = await recordTalk(kind, quietChain)
    await inGroups(chains, async (chain) => {
      expect.soft(differences(quiet, await recordTalk(kind, chain)), chain.name).toEqual([])
    })
  })

  it('nothing that one does to an account outside shows to whoever does it', async () => {
    const quiet = await recordTalk(kind, quietChain)
    await inGroups(
      chains.filter(({ isAboutPartner }) => isAboutPartner),
      async (chain) => {
        expect.soft(differences(quiet, await recordTalk(kind, chain, 'partner')), chain.name).toEqual([])
      },
    )
  })
})
