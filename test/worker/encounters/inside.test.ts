import { env } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import type { EncounterKind } from '#features/encounters/contract.ts'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { restrictMember } from '#features/restriction/server/public.ts'
import type { ServerFrame } from '#shared/realtime/wire.ts'
import { crashEncounter, inEncounter, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, operatorId, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { newArea } from '#test/support/worker/places.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { reportEncounter } from '#test/support/worker/reports.ts'
import { untilPaired } from '#test/support/worker/waiting.ts'
import type { Cast } from './outside-chains.ts'
import { createOthers, lookAtEachOther, lookAtTwo } from './outside-others.ts'
import { blank, createCast, differences, phoneOf } from './outside-record.ts'

vi.setConfig({ testTimeout: 120_000 })

type Talk = Cast & { id: string; kind: EncounterKind }

/** Something that comes out of a talk. `isClosed`: it closes the account of the one to whom it happens. */
type Case = {
  what: string
  before?: (cast: Cast) => Promise<unknown>
  happens: (talk: Talk) => Promise<unknown>
  isClosed?: true
}

async function press(member: TestMember, path: string, body: object): Promise<void> {
  const answer = await postJson(member, path, body)
  expect(answer.status, `${path} ${await answer.text()}`).toBe(200)
}

/** The phase's time is over. */
async function passPhase({ id, me }: Talk): Promise<void> {
  await inEncounter(id, 'UPDATE encounter SET until = ?', Date.now() - 1)
  await crashEncounter(id)
  await viewBy(id, me.id)
}

async function accept({ id, me, partner }: Talk): Promise<void> {
  for (const member of [me, partner]) await press(member, blindDateActions.accept.path, { id })
}

async function vote(talk: Talk, mine: boolean | null, theirs: boolean | null): Promise<void> {
  await accept(talk)
  await passPhase(talk)
  const { id, me, partner } = talk
  if (mine !== null) await press(me, blindDateActions.vote.path, { id, yes: mine })
  if (theirs !== null) await press(partner, blindDateActions.vote.path, { id, yes: theirs })
  const isIn = async (phase: string) => (await viewBy(id, partner.id)).phase === phase
  expect(await isIn('voting')).toBe(true)
  await passPhase(talk)
  await eventually(() => isIn('ended'), 'the end without a match')
}

const reportPath = (kind: EncounterKind) => (kind === 'blind' ? blindDateActions : anonymousActions).report.path
const report = ({ id, kind, me }: Talk) => press(me, reportPath(kind), { id, category: 'spam', text: '' })
const block = ({ me, partner }: Cast) => press(partner, '/api/blocks', { id: me.id })

/** The third report within a day pauses the partner from meeting strangers. */
async function reportAsThird(talk: Talk): Promise<void> {
  for (const reporter of await Promise.all([createMember(), createMember()])) await reportEncounter(reporter, talk.partner)
  await report(talk)
}

async function restrict({ me }: Talk): Promise<void> {
  const facts = 'On Monday you asked three members for money.'
  const restriction = { id: newId(), memberId: me.id, rule: 'scam', facts, until: null, actorId: await operatorId() } as const
  expect(await restrictMember(env, db, restriction, Date.now())).toBe(true)
}

async function revealBoth({ id, me, partner }: Talk): Promise<void> {
  for (const member of [me, partner]) await press(member, anonymousActions.reveal.path, { id })
  expect((await viewBy(id, partner.id)).phase).toBe('talking')
}

const ofEither: Case[] = [
  { what: 'silence', happens: async () => {} },
  { what: 'a report', happens: report },
  { what: 'the third report of a day', happens: reportAsThird },
  { what: 'a restriction', happens: restrict, isClosed: true },
]

const cases: Record<EncounterKind, Case[]> = {
  anonymous: [
    ...ofEither,
    { what: 'a lone reveal', happens: ({ id, me }) => press(me, anonymousActions.reveal.path, { id }) },
    { what: 'a next', happens: ({ id, me }) => press(me, anonymousActions.next.path, { id }) },
    { what: 'a leave', happens: ({ id, me }) => press(me, anonymousActions.leave.path, { id }) },
    { what: 'two reveals of two with a block', before: block, happens: revealBoth },
  ],
  blind: [
    ...ofEither,
    {
      what: 'a partner who does not come',
      async happens(talk) {
        await press(talk.partner, blindDateActions.accept.path, { id: talk.id })
        await passPhase(talk)
      },
    },
    { what: 'a leave of the offer', happens: ({ id, me }) => press(me, blindDateActions.leave.path, { id }) },
    {
      what: 'an extension and a leave',
      async happens(talk) {
        await accept(talk)
        await press(talk.me, blindDateActions.extend.path, { id: talk.id })
        await press(talk.me, blindDateActions.leave.path, { id: talk.id })
      },
    },
    { what: 'a report of the talk', happens: async (talk) => [await accept(talk), await report(talk)] },
    { what: 'a vote no', happens: (talk) => vote(talk, false, null) },
    { what: 'a no and a yes', happens: (talk) => vote(talk, false, true) },
    { what: 'a sealed yes', happens: (talk) => vote(talk, true, null) },
    { what: 'two yeses of two with a block', before: block, happens: (talk) => vote(talk, true, true) },
  ],
}

/**
 * Not of the talk. That the two were paired is a notification of theirs; the pages that are compared have the numbers of these.
 */
const isOutside = (id: string, isOfTheTwo: boolean) => (frame: ServerFrame) =>
  'event' in frame &&
  !JSON.stringify(frame).includes(id) &&
  !['pong', ...(isOfTheTwo ? ['anonymous', 'blind-date', 'notifications', 'attention'] : [])].includes(frame.event)

describe.each(['anonymous', 'blind'] as const)('nothing that comes out of a talk of the kind %s shows outside', (kind) => {
  it.each(cases[kind])('not $what', async ({ before: prepare, happens, isClosed }) => {
    const area = newArea()
    const cast = await createCast(area)
    const others = await createOthers(cast, area)
    const { me, partner } = cast
    const parts = { ...cast, ...others }
    await press(me, '/api/favourites', { id: partner.id, note: '' })
    await press(partner, '/api/favourites', { id: me.id, note: '' })
    await prepare?.(cast)
    const theirs = await Promise.all([phoneOf(others.third), phoneOf(others.friend)])
    const look = (isAfter = false) =>
      Promise.all([
        lookAtTwo(cast, others, parts),
        lookAtEachOther(partner, me, parts),
        isAfter && isClosed ? mine : lookAtEachOther(me, partner, parts),
      ])
    const mine = await lookAtEachOther(me, partner, parts)
    const before = await look()
    const { id } = await pairUp(kind, [partner.id, me.id])
    await Promise.all([untilPaired(me), untilPaired(partner)])
    const own = await Promise.all([phoneOf(me), phoneOf(partner)])
    const phones = [...own, ...theirs]
    await Promise.all(phones.map((phone) => phone.heads()))
    const seen = phones.map((phone) => phone.frames.length)
    // Whoever opens it has read that they were paired, which the badges count.
    const room = `/${kind === 'blind' ? 'blind-dates' : 'anonymous-chat'}/${id}`
    for (const member of [me, partner]) expect((await openPage(member, room)).status).toBe(200)
    expect.soft(differences(before, await look()), 'during').toEqual([])
    await happens({ ...cast, id, kind })
    expect.soft(differences(before, await look(true)), 'after').toEqual([])

    const open = isClosed ? phones.slice(1) : phones
    await Promise.all(open.map((phone) => phone.heads()))
    const news = phones.map((phone, at) =>
      phone.frames
        .slice(seen[at])
        .filter(isOutside(id, at < own.length))
        .map((frame) => blank(JSON.stringify(frame), parts)),
    )
    expect.soft(news, 'frames').toEqual([[], [], [], []])
    // Both are there, as they were: a like is answered.
    if (!prepare) expect((await postJson(partner, '/api/likes', { id: me.id })).status).toBe(200)
  })
})
