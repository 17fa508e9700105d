import { openDatabase } from '#db/database.ts'
import { deriveConversationId, importConversation, openDirectConversation } from '#features/chat/server/public.ts'
import { finishMutualMatch, mayMatchAsStrangers, writeMutualMatch } from '#features/likes/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import type { Which } from '../rules.ts'
import type { Participants } from './encounter-store.ts'
import { memberBehind } from './participants.ts'
import type { Talk } from './talk.ts'

export type RevealDeps = { env: Env; id: string; participants: Participants; talk: Talk }

/**
 * What follows when both have said yes: the match in D1, which is the commit point, their conversation, and in it what they
 * have written. Each step may be repeated.
 */
export class Reveal {
  readonly #deps: RevealDeps
  readonly #members: readonly [string, string]

  constructor(deps: RevealDeps) {
    this.#deps = deps
    const [one, other] = deps.participants
    this.#members = [one.member, other.member]
  }

  /** Whether what both have said leads to a match: a block, a pause or a restriction by then looks like a no. */
  mayMeet(): Promise<boolean> {
    return mayMatchAsStrangers(openDatabase(this.#deps.env.DB), this.#members)
  }

  /** The conversation that goes on; null when the two may not meet any more. */
  async write(now: number): Promise<string | null> {
    const { env } = this.#deps
    const people = this.#members
    const freshId = await deriveConversationId(env, ...people)
    const match = await writeMutualMatch(openDatabase(env.DB), { people, now, freshId })
    if (!match) return null
    await openDirectConversation(env, match.conversationId, people, match.matchedAt)
    await importConversation(env, match.conversationId, this.#messages(), people)
    return match.conversationId
  }

  /** What the two have written, under their own ids. */
  #messages() {
    const { participants, talk } = this.#deps
    return talk.kept().map(({ from, cid, text, sentAt }) => ({ from: memberBehind(participants, from), cid, text, sentAt }))
  }

  /** Throws when the member's hub cannot be reached. */
  async notify(which: Which, conversation: string): Promise<void> {
    const { env, id } = this.#deps
    const [one, other] = this.#members
    const [reader, from] = which === 0 ? [one, other] : [other, one]
    const isStored = await notifyMember(env, reader, { id: `reveal:${id}`, kind: 'reveal', from, conversation })
    if (!isStored) throw new Error('A member could not be notified of a reveal')
  }

  /** Both have been notified. */
  finish(now: number): Promise<void> {
    return finishMutualMatch(this.#deps.env, this.#members, now)
  }
}
