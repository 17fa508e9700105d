import { sendEmail } from '#features/mail/server/public.ts'
import { isDigestKind } from '#features/notifications/contract.ts'
import type { Env } from '#server/env.ts'
import { writeDigest, type DigestPart } from './write-digest.ts'
import type { WaitingNotice } from '../notification-store.ts'
import type { Reader } from '../queries.ts'
import { unsubscribeUrlOf } from '../unsubscribe-token.ts'
import type { Person } from '../notification-text.ts'

type Digest = {
  origin: string
  member: string
  reader: Reader
  waiting: readonly WaitingNotice[]
  people: ReadonlyMap<string, Person>
}

/** Sends one e-mail about all of `waiting`; false when no person is left whom it could name. Throws when it cannot be sent. */
export async function sendDigest(env: Env, { origin, member, reader, waiting, people }: Digest): Promise<boolean> {
  const parts = partsOf(waiting, people)
  if (parts.length === 0) return false
  const chats = new Set(waiting.flatMap(({ notice }) => ('conversation' in notice ? [notice.conversation] : [])))
  const [chat] = chats
  const unsubscribeUrl = await unsubscribeUrlOf(env, origin, { member, kinds: parts.map(({ kind }) => kind) })
  await sendEmail(env, origin, reader, (context) =>
    writeDigest(context, {
      firstName: reader.firstName,
      parts,
      chat: chats.size === 1 && chat !== undefined ? chat : null,
      unsubscribeUrl,
    }),
  )
  return true
}

/** Returns the people by kind, newest first, without those who have left or stand behind a block. */
function partsOf(waiting: readonly WaitingNotice[], people: ReadonlyMap<string, Person>): DigestPart[] {
  const parts = new Map<DigestPart['kind'], Map<string, string>>()
  for (const { notice } of waiting.toReversed()) {
    const person = 'from' in notice ? people.get(notice.from) : undefined
    if (!('from' in notice) || !person || !isDigestKind(notice.kind)) continue
    parts.set(notice.kind, (parts.get(notice.kind) ?? new Map<string, string>()).set(notice.from, person.firstName))
  }
  return [...parts].map(([kind, names]) => ({ kind, people: [...names].map(([id, firstName]) => ({ id, firstName })) }))
}
