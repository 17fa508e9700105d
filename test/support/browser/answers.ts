import { likeActions } from '#features/likes/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import { answerRef } from '#features/profile/server/things.ts'
import { callsOf, postBy, type Person } from './demo.ts'
import type { BrowserServer } from './server.ts'

export const answer = 'Kyiv to Lviv, top bunk'

/** Answers a question of the profile for every member to see, without a page. */
export async function answerAs(server: BrowserServer, person: Pick<Person, 'id'>, text = answer): Promise<void> {
  const calls = await callsOf(server, person)
  await postBy(calls, profileActions.answer.path, { prompt: 'night-train', text, language: 'en', see: 'everyone' })
  await calls.dispose()
}

/** Likes the answer that `answerAs` has given, with a line, without a page. */
export async function likeAnswerAs(server: BrowserServer, from: Person, to: Person, line: string): Promise<void> {
  const calls = await callsOf(server, from)
  const tieRef = answerRef(to.id, 'night-train', answer)
  await postBy(calls, likeActions.like.path, { id: to.id, tieKind: 'answer', tieRef, line })
  await calls.dispose()
}
