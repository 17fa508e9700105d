import { env } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { setVisibility } from '#features/member-hub/server/public.ts'
import { channelName, typingEvent } from '#shared/realtime/wire.ts'
import { encounterOf, pairUp } from '#test/support/worker/encounter.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { connect } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Two people who have as little in common as two can have. */
async function createPartners(): Promise<[TestMember, TestMember]> {
  const partners = await Promise.all([
    createMember({ member: { firstName: 'Bo', locale: 'en', timeZone: 'UTC' } }),
    createMember({
      member: {
        firstName: 'Maximilian-Alexander',
        locale: 'uk',
        timeZone: 'Europe/Kyiv',
        gender: 'woman',
        birthDate: '1961-01-01',
      },
      profile: { avatar: 'notionists:secret', about: 'a secret', verified: true, showsOnline: false },
    }),
  ])
  await setVisibility(env, partners[0].id, true)
  await setVisibility(env, partners[1].id, false)
  await env.MEMBER_HUB.getByName(partners[1].id).changePreferences({ readMarks: false })
  return partners
}

/** All that reaches Anna in an anonymous chat that ends before a reveal. */
async function recordSession(partner: TestMember): Promise<string[]> {
  const anna = await createMember()
  const { id } = await pairUp('anonymous', [anna.id, partner.id])
  const channel = channelName.conversation(id)
  const [annas, theirs] = [await connect(anna.id, anna.sid), await connect(partner.id, partner.sid)]
  await annas.join(channelName.member(anna.id))
  const views = [await encounterOf(id).view(anna.id)]
  await annas.enter(id)
  await theirs.enter(id)
  const self = views[0]?.partner.user_id
  await annas.until(() => annas.events('presence:joining').find(({ data }) => data.user_id === self), 'the partner')
  await annas.say(id, 'Hello, stranger')
  await annas.until(() => annas.events('marks').find(({ data }) => data.delivered === 1), 'that it has arrived')
  theirs.sendRaw(JSON.stringify({ id: 500, type: 'channel:clientEvent', channel, event: typingEvent, data: {} }))
  await annas.until(() => annas.frames.find((frame) => 'event' in frame && frame.event === typingEvent), 'typing')
  await theirs.say(id, 'Hello, you')
  await annas.until(() => annas.messages().length === 2, 'the answer')
  await encounterOf(id).act(partner.id, { kind: 'reveal' })
  await annas.heads()
  theirs.socket.close()
  await annas.until(() => annas.events('presence:leaving')[0], 'the partner to leave')
  views.push(await encounterOf(id).view(anna.id))
  await (await connect(partner.id, partner.sid)).enter(id)
  await annas.until(() => annas.events('presence:joining').length === 2, 'the partner to be back')
  await encounterOf(id).act(partner.id, { kind: 'leave' })
  await annas.until(
    () => annas.events('closed')[0] && annas.events('anonymous').find(({ data }) => data.state === 'ended'),
    'the end',
  )
  views.push(await encounterOf(id).view(anna.id))
  const recorded = [...annas.frames, ...views].map((each) => JSON.stringify(each).replaceAll(anna.id, '(Anna)'))
  for (const each of recorded)
    for (const secret of [partner.id, partner.firstName, partner.sid]) expect(each).not.toContain(secret)
  return recorded
}

const time = /^(?:\d{13}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/
/** Ids of encounters, aliases, cids, seeds and epochs, and times. */
const chance = /a-[\w-]{24}|(?<=")(?:[\w-]{16}|[\w-]{22}|[0-9a-f]{8})(?=")|\b\d{13}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Replaces each id by the number of its first appearance, and every time. */
function withoutChance(recorded: readonly string[]): string[] {
  const ids = new Map<string, number>()
  const numberOf = (id: string) => ids.get(id) ?? ids.set(id, ids.size).size - 1
  return recorded.map((text) => text.replace(chance, (found) => (time.test(found) ? '(time)' : `(${numberOf(found)})`)))
}

it('two runs that differ only in who the partner is look the same, frame by frame, and are equally long', async () => {
  const [one, other] = await createPartners()
  const first = await recordSession(one)
  for (const partner of [other, one, other]) {
    const again = await recordSession(partner)
    expect(withoutChance(again)).toEqual(withoutChance(first))
    expect(again.map(({ length }) => length)).toEqual(first.map(({ length }) => length))
  }
})

it('the aliases, seeds and tokens of two sessions of the same pair have nothing in common', async () => {
  const [anna, ben] = [await createMember(), await createMember()]
  const sessions = []
  for (let n = 0; n < 5; n++) {
    const { id } = await pairUp('anonymous', [anna.id, ben.id])
    const view = await encounterOf(id).view(anna.id)
    await encounterOf(id).act(ben.id, { kind: 'leave' })
    sessions.push([id, view?.self.user_id, view?.self.seed, view?.partner.user_id, view?.partner.seed])
  }
  const all = sessions.flat()
  expect(new Set(all).size).toBe(all.length)
  for (const { id } of [anna, ben]) expect(all.join()).not.toContain(id)
})
