import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { profiles } from '#db/schema.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import type { Revealing } from '#features/encounters/talk/contract.ts'
import { forwardDate, minuteMs } from '#test/support/worker/dates.ts'
import { encounterOf, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const { join, reveal } = anonymousActions
const { accept, vote } = blindDateActions
const two = () => Promise.all([createMember(), createMember()])

/** What the page of a talk shows once both know each other. */
function revealedTo(member: TestMember, path: string): Promise<Revealing> {
  return eventually(async () => {
    const { props } = await readPayload<{ kind: string } & Revealing>(member, path)
    return (props.kind === 'revealed' || props.kind === 'matched') && props
  }, 'the reveal')
}

/** What a link with `say` puts into the field of a conversation. */
async function sayIn(member: TestMember, conversation: string, say: string): Promise<string> {
  return (await readPayload<MessagesProps>(member, `/messages?chat=${conversation}&say=${say}`)).props.say
}

async function setProfiles(members: readonly TestMember[], change: Partial<typeof profiles.$inferInsert>): Promise<void> {
  for (const { id } of members) await db.update(profiles).set(change).where(eq(profiles.memberId, id))
}

it('a reveal offers a first message about a topic of both, in the language of the talk, for the new conversation', async () => {
  const [anna, ben] = await two()
  await postJson(anna, join.path, { languages: ['ro'], topics: ['love', 'music', 'games'] })
  await postJson(ben, join.path, { languages: ['ro'], topics: ['games', 'books', 'music'] })
  const { id } = await untilPaired(anna)
  await untilPaired(ben)
  for (const member of [anna, ben]) {
    expect((await viewBy(id, member.id)).topics, 'not before both have said so').toEqual([])
    await postJson(member, reveal.path, { id })
  }
  const { opener, conversation } = await revealedTo(anna, `/anonymous-chat/${id}`)
  expect(opener).toEqual({ text: expect.stringContaining('„Muzică”'), say: 'music.ro' })
  expect((await revealedTo(ben, `/anonymous-chat/${id}`)).opener).toEqual(opener)
  expect(await sayIn(anna, conversation, 'music.ro')).toBe(opener?.text)
  for (const nonsense of ['music', 'music.xx', 'nothing.ro', '.ro', 'constructor.ro'])
    expect(await sayIn(anna, conversation, nonsense), nonsense).toBe('')
  const stranger = await createMember()
  expect((await postJson(stranger, reveal.path, { id })).status).toBe(404)
})

it('without a topic of both it is about what both show, and about nothing that either hides', async () => {
  const [anna, ben] = await two()
  const { id } = await pairUp('anonymous', [anna.id, ben.id])
  await Promise.all([untilPaired(anna), untilPaired(ben)])
  await setProfiles([anna, ben], { interests: ['tea'] })
  for (const member of [anna, ben]) await postJson(member, reveal.path, { id })
  const page = `/anonymous-chat/${id}`
  const { opener, conversation } = await revealedTo(anna, page)
  expect(opener).toEqual({ text: expect.stringContaining('‘Tea’'), say: 'shared.en' })
  expect(await sayIn(anna, conversation, 'shared.en')).toBe(opener?.text)
  await setProfiles([ben], { visibility: { interests: 'me' } })
  for (const member of [anna, ben]) expect((await revealedTo(member, page)).opener).toBeNull()
  expect(await sayIn(anna, conversation, 'shared.en')).toBe('')
})

it('a date offers one, too; a page in another language has it in that of the talk', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const [anna, ben] = await two()
  await setProfiles([anna, ben], { interests: ['yoga'] })
  const { id } = await pairUp('blind', [anna.id, ben.id])
  await Promise.all([untilPaired(anna), untilPaired(ben)])
  for (const member of [anna, ben]) await postJson(member, accept.path, { id })
  await forwardDate(id, Date.now() + 4 * minuteMs)
  for (const member of [anna, ben]) await encounterOf(id).view(member.id)
  await forwardDate(id, (await viewBy(id, anna.id)).until ?? 0)
  for (const member of [anna, ben]) await postJson(member, vote.path, { id, yes: true })
  for (const page of [`/blind-dates/${id}`, `/uk/blind-dates/${id}`])
    expect((await revealedTo(anna, page)).opener).toEqual({ text: expect.stringContaining('‘Yoga’'), say: 'shared.en' })
})
