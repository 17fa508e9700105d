import { openDatabase } from '#db/database.ts'
import { deriveConversationId, importConversation, openDirectConversation } from '#features/chat/server/public.ts'
import { findPair, linesOf } from '#features/likes/server/ties/match-lines.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import type { Which } from '#features/encounters/talk/rules.ts'
import type { Participants } from './encounter-store.ts'
import { memberBehind } from './participants.ts'
import type { Talk } from './talk.ts'
import { findMutualMatch, finishMutualMatch, mayMatchAsStrangers, writeMutualMatch, type MutualMatch } from './mutual-match.ts'

export type RevealDeps = { env: Env; id: string; participants: Participants; talk: Talk }

/**
 * The steps after both have said yes: the match in D1, which is the commit point, their conversation, and a copy of what they
 * have written. Each step is repeatable.
 */
export class Reveal {
  readonly #deps: RevealDeps
  readonly #members: readonly [string, string]

  constructor(deps: RevealDeps) {
    this.#deps = deps
    const [one, other] = deps.participants
    this.#members = [one.member, other.member]
  }

  /** Whether the two yeses lead to a match: a block, a pause or a restriction looks like a no. */
  mayMeet(): Promise<boolean> {
    return mayMatchAsStrangers(openDatabase(this.#deps.env.DB), this.#members)
  }

  /** Their match; null if the two may no longer meet. */
  async write(now: number): Promise<MutualMatch | null> {
    const { env } = this.#deps
    const people = this.#members
    const freshId = await deriveConversationId(env, ...people)
    return writeMutualMatch(openDatabase(env.DB), { people, now, freshId })
  }

  /** The match written so far, or null. */
  find(): Promise<MutualMatch | null> {
    return findMutualMatch(this.#deps.env, this.#members)
  }

  /** Opens the conversation that continues, with the lines of their likes, as at any match, and then the messages of the two. */
  async open({ conversationId, matchedAt }: MutualMatch): Promise<void> {
    const { env, talk } = this.#deps
    const { people } = await findPair(openDatabase(env.DB), conversationId)
    // Their time is no later than that of the messages below them.
    const lines = linesOf(people, talk.kept()[0]?.sentAt ?? matchedAt)
    await openDirectConversation(env, conversationId, this.#members, matchedAt, lines)
    // The talk goes on until the match is announced: what is written during a copy is in the next one.
    let copied = -1
    while (copied !== this.#deps.talk.lastSeq) {
      copied = this.#deps.talk.lastSeq
      await importConversation(env, conversationId, this.#messages(), this.#members)
    }
  }

  /** The messages of the two, under their own ids. */
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
