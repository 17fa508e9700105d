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
