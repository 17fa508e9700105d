import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chatRequests, favourites, members, photos, profiles } from '#db/schema.ts'
import { findPairingProfile } from '#features/encounters/dates/server/pairing-profile.ts'
import { writeRequest } from '#features/chat/server/requests/request-queries.ts'
import { listFavouritedBy } from '#features/favourites/server/public.ts'
import { receiverStatement } from '#features/gifts/server/gift-queries.ts'
import { finish, saveAnswers } from '#features/onboarding/server/queries.ts'
import { insertPhoto } from '#features/photos/server/queries.ts'
import { saveBasics, setPaused } from '#features/profile/server/own-queries.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { crash } from '#test/support/worker/objects.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'

const memberOf = async ({ id }: TestMember) => (await db.select().from(members).where(eq(members.id, id)))[0]
const profileOf = async ({ id }: TestMember) => (await db.select().from(profiles).where(eq(profiles.memberId, id)))[0]
const unfinished = { member: { state: 'incomplete' }, profile: { discoverable: false } } as const
const basics = { firstName: 'Ida', gender: 'woman', birthDate: '1990-05-04' } as const

type Act = { prepare?: () => Promise<TestMember>; isDone: (person: TestMember) => Promise<boolean> }

/** What a request may write after its guard, and the member's own state decides. */
const acts: Record<string, Act> = {
  'uploads a photo': {
    async isDone({ id: memberId }) {
      await insertPhoto(db, { id: newId(), memberId, key: newId(), width: 1, height: 1, now: Date.now() })
      return (await db.select().from(photos).where(eq(photos.memberId, memberId))).length > 0
    },
  },
  'changes name and gender': {
    async isDone(person) {
      const from = (await profileOf(person))?.revision ?? 0
      const { revision } = await saveBasics(db, person.id, { basics, from }, Date.now())
      return revision !== null && (await memberOf(person))?.firstName === 'Ida'
    },
  },
  pauses: {
    async isDone(person) {
      await setPaused(db, person.id, true, Date.now())
      return (await memberOf(person))?.state === 'paused' && (await profileOf(person))?.discoverable === false
    },
  },
  'answers the questionnaire': {
    prepare: () => createMember(unfinished),
    async isDone(person) {
      await saveAnswers(db, person.id, { seeksAgeMin: 41 }, Date.now())
      return (await profileOf(person))?.seeksAgeMin === 41
    },
  },
  'finishes the questionnaire': {
    prepare: () => createMember(unfinished),
    async isDone(person) {
      await finish(db, person.id, {}, Date.now())
      return (await memberOf(person))?.state === 'complete' && (await profileOf(person))?.discoverable === true
    },
  },
  'asks for a chat': {
    async isDone({ id: fromId }) {
      const [{ id: toId }, now] = [await createMember(), Date.now()]
      await writeRequest(db, { fromId, toId, freshId: newId(), cid: newId(), text: 'Hello', now, since: now - 1 })
      return (await db.select().from(chatRequests).where(eq(chatRequests.fromId, fromId))).length > 0
    },
  },
  'is paired with a stranger': { isDone: async ({ id }) => (await findPairingProfile(db, id)) !== null },
}

describe('somebody whose restriction others do not see yet', () => {
  it.each(Object.entries(acts))('%s no more', async (_, { prepare = createMember, isDone }) => {
    const [person, control] = [await prepare(), await prepare()]
    await restrictUnseen(person)
    const before = [await memberOf(person), await profileOf(person)]
    expect([await isDone(control), await isDone(person)]).toEqual([true, false])
    expect([await memberOf(person), await profileOf(person)]).toEqual(before)
  })

  it('gives no gift, and can be given one', async () => {
    const { conversation: conversationId, anna, ben } = await createMatch()
    const receivers = async () =>
      Promise.all([anna, ben].map(async ({ id: fromId }) => (await receiverStatement(db, { fromId, conversationId }))[0]?.toId))
    expect(await receivers()).toEqual([ben.id, anna.id])
    await restrictUnseen(ben)
    expect(await receivers()).toEqual([ben.id, null])
  })

  it('hears of no favourite who is online', async () => {
    const { anna, ben } = await createMatch()
    await db.insert(favourites).values({ ownerId: ben.id, memberId: anna.id, createdAt: 1 })
    const owners = async () => (await listFavouritedBy(db, anna.id)).map(({ ownerId }) => ownerId)
    expect(await owners()).toEqual([ben.id])
    await restrictUnseen(ben)
    expect(await owners()).toEqual([])
  })

  it('says nothing in a conversation, though their hub has kept a connection; the other one notices nothing', async () => {
    const { conversation, anna, ben } = await createMatch()
    const object = () => env.CONVERSATION.getByName(conversation)
    const say = async (member: TestMember) => (await object().sendFromHub({ member: member.id, cid: newId(), text: 'hello' })).ok
    const read = async (member: TestMember) => (await object().history(member.id, { limit: 10 })) !== null
    expect([await say(ben), await read(ben)]).toEqual([true, true])
    await restrictUnseen(ben)
    // What it has read of the two is older than five seconds.
    await crash(conversation)
    expect([await say(ben), await read(ben)]).toEqual([false, false])
    expect([await say(anna), await read(anna)]).toEqual([true, true])
  })
})
