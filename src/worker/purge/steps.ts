import type { Database } from '#db/database.ts'
import { formerMember, queueEmail } from '#features/mail/server/public.ts'
import { forgetPerson } from '#features/member-hub/server/public.ts'
import { forgetInAreas } from '#features/nearby/server/public.ts'
import { dropExports } from '#features/personal-data/server/public.ts'
import { removeObjects } from '#features/photos/server/public.ts'
import { copyEvidencePictures } from '#features/reports/server/public.ts'
import { hashBannedAddress } from '#server/deletions/banned-addresses.ts'
import { recordPurge } from '#server/deletions/deletion-list.ts'
import type { Env } from '#server/env.ts'
import { conversationObject, memberHub } from '#server/objects/stubs.ts'
import { addYears } from '../years.ts'
import { purgedEmail } from './email.ts'
import {
  closeAccess,
  deleteAccount,
  deletePhotos,
  deletePortion,
  deleteTalks,
  deleteTraces,
  findBan,
  findFormerReader,
  keepWithoutMember,
  listPhotos,
  listTalks,
  listTraces,
  type DueDeletion,
} from './queries.ts'

export type PurgeWork = DueDeletion & { env: Env; db: Database; now: number }

/** `run` does a portion of the step; true when the step is done. Each can be interrupted anywhere and repeated. */
type PurgeStep = { name: string; run: (work: PurgeWork) => Promise<boolean> }

/** A banned address is kept as long as its restriction, at most three years. */
export const bannedYears = 3

/**
 * The steps of a purge, in order. Pictures that a kept report names are copied before anything of them goes. Conversations come before the rows that name them, and the hub after everything that still calls
 * it. The account's own row is last, because it holds the address for the last email.
 */
export const purgeSteps: readonly PurgeStep[] = [
  {
    name: 'list',
    run: async ({ env, memberId, requestedAt, by, now }) => {
      await recordPurge(env, memberId, { requestedAt, by }, now)
      return true
    },
  },
  {
    name: 'access',
    run: async ({ db, memberId }) => {
      await closeAccess(db, memberId)
      return true
    },
  },
  {
    name: 'exports',
    run: async ({ env, memberId }) => {
      await dropExports(env, memberId)
      return true
    },
  },
  { name: 'evidence', run: ({ env, db, memberId }) => copyEvidencePictures(env, db, memberId) },
  { name: 'conversations', run: purgeConversations },
  { name: 'people', run: forgetAtPeople },
  {
    name: 'hub',
    run: async ({ env, memberId }) => {
      await memberHub(env, memberId).purge()
      return true
    },
  },
  { name: 'photos', run: removePhotos },
  { name: 'kept', run: keepRest },
  { name: 'rows', run: ({ db, memberId }) => deletePortion(db, memberId) },
  // The rows' end has left marks, by which the areas that list the member are found.
  { name: 'areas', run: ({ env, db, memberId, now }) => forgetInAreas(env, db, memberId, now) },
  { name: 'account', run: endAccount },
]

/** Deletes conversations whole, with the first purge of the two; the other member's hub forgets conversation and person. */
async function purgeConversations({ env, db, memberId }: PurgeWork): Promise<boolean> {
  const talks = await listTalks(db, memberId)
  for (const { conversation, other } of talks) {
    await conversationObject(env, conversation).purge()
    await forgetPerson(env, other, memberId)
  }
  if (talks.length > 0) await deleteTalks(db, memberId, talks)
  return talks.length === 0
}

/** Removes the member from the notifications of everyone whom they liked, visited or sent something. */
async function forgetAtPeople({ env, db, memberId }: PurgeWork): Promise<boolean> {
  const found = await listTraces(db, memberId)
  if (!found) return true
  await Promise.all(found.people.map((person) => forgetPerson(env, person, memberId)))
  await deleteTraces(db, memberId, found)
  return false
}

async function removePhotos({ env, db, memberId }: PurgeWork): Promise<boolean> {
  const photos = await listPhotos(db, memberId)
  if (photos.length === 0) return true
  await removeObjects(
    env.PHOTOS,
    photos.map(({ key }) => key),
  )
  await deletePhotos(
    db,
    photos.map(({ id }) => id),
  )
  return false
}

async function keepRest({ env, db, memberId, now }: PurgeWork): Promise<boolean> {
  const ban = await findBan(db, memberId, now)
  const endsAt = Math.min(ban?.until ?? Infinity, addYears(now, bannedYears))
  await keepWithoutMember(db, memberId, ban && { hash: await hashBannedAddress(env, ban.email), endsAt }, now)
  return true
}

/** The email is queued first: sent twice after a crash is better than never. */
async function endAccount({ env, db, memberId, now }: PurgeWork): Promise<boolean> {
  const reader = await findFormerReader(db, memberId)
  if (reader) await queueEmail(env, purgedEmail, { origin: env.PUBLIC_ORIGIN, to: formerMember(reader), facts: {} }, now)
  await deleteAccount(db, memberId, now)
  return true
}
