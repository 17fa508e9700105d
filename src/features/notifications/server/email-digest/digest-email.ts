import * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import { defineEmail, queueEmail } from '#features/mail/server/public.ts'
import { digestKinds, isDigestKind, type StoredNotification } from '#features/notifications/contract.ts'
import type { Env } from '#server/env.ts'
import type { Person } from '../notification-text.ts'
import { findPeople } from '../queries.ts'
import { unsubscribeUrlOf } from '../unsubscribe-token.ts'
import { writeDigest } from './write-digest.ts'

const digestLifetimeMs = 24 * 60 * 60_000

/**
 * The people it is about, by their ids, newest first: their names are read when it is sent, if their reader may still see them.
 */
const factsSchema = v.object({
  member: v.string(),
  parts: v.array(v.object({ kind: v.picklist(digestKinds), people: v.array(v.string()) })),
  chat: v.nullable(v.string()),
})
type DigestFacts = v.InferOutput<typeof factsSchema>

export const digestEmail = defineEmail({
  name: 'digest',
  lifetimeMs: digestLifetimeMs,
  facts: factsSchema,
  async write(context, { member, parts: wanted, chat }) {
    const { env, origin, reader } = context
    if (reader.state !== 'complete') return null
    const ids = new Set(wanted.flatMap(({ people }) => people))
    const people = await findPeople(openDatabase(env.DB), { id: member, portraitOf: () => null }, [...ids])
    const parts = wanted
      .map(({ kind, people: named }) => ({
        kind,
        people: named.flatMap((id) => {
          const person = people.get(id)
          return person ? { id, firstName: person.firstName } : []
        }),
      }))
      .filter((part) => part.people.length > 0)
    if (parts.length === 0) return null
    const unsubscribeUrl = await unsubscribeUrlOf(env, origin, { member, kinds: parts.map(({ kind }) => kind) })
    return writeDigest(context, { firstName: reader.firstName, parts, chat, unsubscribeUrl })
  },
})

type Digest = {
  origin: string
  member: string
  waiting: readonly Pick<StoredNotification, 'notice'>[]
  /** The people whom the member may see. */
  people: ReadonlyMap<string, Person>
}

/**
 * Adds one email about all of `waiting` to the queue; false if no person is left to name in it. Throws if the queue refuses it.
 */
export async function queueDigest(env: Env, { origin, member, waiting, people }: Digest, now: number): Promise<boolean> {
  const parts = partsOf(waiting, people)
  if (parts.length === 0) return false
  const chats = new Set(waiting.flatMap(({ notice }) => ('conversation' in notice ? [notice.conversation] : [])))
  const [chat] = chats
  const facts = { member, parts, chat: chats.size === 1 && chat !== undefined ? chat : null }
  await queueEmail(env, digestEmail, { origin, to: { kind: 'member', id: member }, facts }, now)
  return true
}

/** Returns the people by kind, newest first and each once, without those who have left or are behind a block. */
function partsOf(
  waiting: readonly Pick<StoredNotification, 'notice'>[],
  people: ReadonlyMap<string, Person>,
): DigestFacts['parts'] {
  const parts = new Map<DigestFacts['parts'][number]['kind'], Set<string>>()
  for (const { notice } of waiting.toReversed()) {
    if (!('from' in notice) || !people.has(notice.from) || !isDigestKind(notice.kind)) continue
    parts.set(notice.kind, (parts.get(notice.kind) ?? new Set<string>()).add(notice.from))
  }
  return [...parts].map(([kind, ids]) => ({ kind, people: [...ids] }))
}
