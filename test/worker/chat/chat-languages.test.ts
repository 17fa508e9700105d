import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { profiles } from '#db/schema.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'

const speak = (member: TestMember, languages: string[], see: 'everyone' | 'matches' | 'me') =>
  db
    .update(profiles)
    .set({ languages, visibility: { languages: see } })
    .where(eq(profiles.memberId, member.id))

async function languagesOf(viewer: TestMember, conversation: string) {
  const { props } = await readPayload<MessagesProps>(
    viewer,
    href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }),
  )
  return props.current?.languages?.toSorted()
}

it('a conversation’s page has the languages of both, without those that one keeps to themselves', async () => {
  const { conversation, anna, ben } = await createMatch()
  await speak(anna, ['de', 'uk'], 'me')
  await speak(ben, ['uk', 'ro'], 'matches')
  expect(await languagesOf(anna, conversation)).toEqual(['de', 'ro', 'uk'])
  expect(await languagesOf(ben, conversation)).toEqual(['ro', 'uk'])
})

it('a hidden profile keeps its languages, too', async () => {
  const { conversation, anna, ben } = await createMatch()
  await speak(anna, ['de'], 'everyone')
  await speak(ben, ['ro'], 'everyone')
  await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id))
  expect(await languagesOf(anna, conversation)).toEqual(['de'])
})

it('a conversation’s page says in which language somebody writes about themselves, to a viewer who sees the text and does not speak it', async () => {
  const { anna, ben, conversation } = await createMatch()
  const write = (fields: Partial<typeof profiles.$inferInsert>) =>
    db.update(profiles).set(fields).where(eq(profiles.memberId, ben.id))
  const writesIn = async (prefix = '') => {
    const { props } = await readPayload<MessagesProps>(anna, `${prefix}/messages?chat=${conversation}`)
    return props.current?.writesIn
  }
  await speak(anna, ['de', 'en'], 'everyone')
  expect(await writesIn()).toBeNull()
  await write({ about: 'Lubię chleb.', aboutLanguage: 'pl' })
  expect(await writesIn()).toBe('pl')
  // A match sees it.
  await write({ visibility: { about: 'matches' } })
  expect(await writesIn()).toBe('pl')
  const hiding: Parameters<typeof write>[0][] = [
    { visibility: { about: 'me' } },
    { visibility: {}, about: '' },
    { about: 'x', discoverable: false },
  ]
  for (const hidden of hiding) {
    await write(hidden)
    expect([hidden, await writesIn()]).toEqual([hidden, null])
  }
  await write({ discoverable: true, aboutLanguage: 'de' })
  expect(await writesIn()).toBeNull()
  // Somebody without languages speaks that of the page.
  await speak(anna, [], 'everyone')
  expect([await writesIn(), await writesIn('/de')]).toEqual(['de', null])
})
