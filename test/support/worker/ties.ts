import { eq } from 'drizzle-orm'
import { likes, profiles } from '#db/schema.ts'
import { likeActions, type LikeCardView, type LikesProps, type LikeTab, type TieOffer } from '#features/likes/contract.ts'
import type { StoredPromptAnswer } from '#features/profile/contract.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { createMember, db, postJson, type TestMember } from './members.ts'
import { readPayload } from './pages.ts'

export const train: StoredPromptAnswer = {
  prompt: 'night-train',
  text: 'Kyiv to Lviv, top bunk.',
  language: 'en',
  see: 'everyone',
}
export const sentences = ['I bake bread on Sundays.', 'Ask me about sourdough!']

type Things = { answers?: StoredPromptAnswer[]; visibility?: Record<string, string> }

/** A member with an answer and a text about themselves. */
export const createWriter = ({ answers = [train], visibility = {} }: Things = {}) =>
  createMember({
    member: { firstName: 'Noah' },
    profile: { about: sentences.join(' '), promptAnswers: answers, visibility },
  })

/** Changes the profile as a save does. */
export const edit = async ({ id }: TestMember, patch: Partial<typeof profiles.$inferInsert>) => {
  const [row] = await db.select({ revision: profiles.revision }).from(profiles).where(eq(profiles.memberId, id))
  await db
    .update(profiles)
    .set({ ...patch, revision: (row?.revision ?? 0) + 1 })
    .where(eq(profiles.memberId, id))
}

/** What the profile's page offers a reader to like. */
export async function offerOf(reader: TestMember, { id }: TestMember): Promise<TieOffer> {
  const { props } = await readPayload<ProfileInfoProps>(reader, `/profile-info/${id}`)
  if (!props.ties) throw new Error('The person cannot be liked')
  return props.ties
}

export type Tied = { tieKind?: string; tieRef?: string | undefined; line?: string }

export const likeThing = (
  from: TestMember,
  { id }: Pick<TestMember, 'id'>,
  tie: Tied = {},
  headers: Record<string, string> = {},
) => postJson(from, likeActions.like.path, { id, ...tie }, headers)

/** Likes the member's answer by what their page offers. */
export async function likeAnswer(from: TestMember, to: TestMember, line?: string): Promise<Response> {
  const { answers } = await offerOf(from, to)
  return likeThing(from, to, { tieKind: 'answer', tieRef: answers[train.prompt], ...(line === undefined ? {} : { line }) })
}

export const tieOf = async (from: TestMember) => {
  const [row] = await db.select().from(likes).where(eq(likes.fromId, from.id))
  return row ? { kind: row.tieKind, ref: row.tieRef, line: row.line, isWithdrawn: row.withdrawnAt !== null } : null
}

/** The one card of a list of likes. */
export async function cardOf(reader: TestMember, tab: LikeTab = 'received'): Promise<LikeCardView | undefined> {
  return (await readPayload<LikesProps>(reader, `/likes?tab=${tab}`)).props.cards[0]
}
