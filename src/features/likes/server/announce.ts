import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { notBlockedSql } from '#features/blocks/server/public.ts'
import { openDirectConversation } from '#features/chat/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { openDatabase, type Database } from '#db/database.ts'
import { members, pairs, profiles } from '#db/schema.ts'
import { avatarUrl } from '#shared/avatar.ts'
import { findLocale, defaultLocale } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { Env } from '#worker/http/env.ts'

/** A match that nobody has ended, and that no block has ended since it came about. */
const isStanding = and(isNull(pairs.unmatchedAt), notBlockedSql(sql`${pairs.lowId}`, sql`${pairs.highId}`))

type Teller = { id: string; firstName: string; avatar: string | null }

/** Tells a member in their own language that someone likes them. `id` makes a repeat the same notification. */
export async function announceLike(
  env: Env,
  from: Teller,
  to: { id: string; locale: string | null },
  givenAt: number,
): Promise<void> {
  const { t } = await translatorFor(to.locale)
  await notifyMember(env, to.id, {
    id: `like:${from.id}:${givenAt}`,
    kind: 'like',
    icon: avatarUrl(from.avatar) ?? undefined,
    title: t('likes.notify.likeTitle', { name: from.firstName }),
    message: t('likes.notify.likeMessage'),
  })
}

/**
 * Carries a committed match through: opens its conversation, tells those of the two who did not make it just now, and
 * notes that it is done. Each step may be repeated; the pair stays marked as unopened until all of them went well.
 */
export async function announceMatch(env: Env, conversationId: string, options: { except?: string; now: number }): Promise<void> {
  const db = openDatabase(env.DB)
  const { people, matchedAt } = await findPair(db, conversationId)
  const [one, other] = people
  if (!one || !other) return
  await openDirectConversation(env, conversationId, [one.id, other.id], matchedAt)
  const told = await Promise.all(
    people
      .filter((person) => person.id !== options.except)
      .map(async (person) => {
        const met = person === one ? other : one
        const { t } = await translatorFor(person.locale)
        return notifyMember(env, person.id, {
          id: `match:${conversationId}`,
          kind: 'match',
          icon: avatarUrl(met.avatar) ?? undefined,
          title: t('likes.notify.matchTitle', { name: met.firstName }),
          message: t('likes.notify.matchMessage'),
          link: conversationId,
        })
      }),
  )
  if (!told.every(Boolean)) throw new Error('A member could not be told of a match')
  await db.update(pairs).set({ openedAt: options.now }).where(eq(pairs.conversationId, conversationId))
}

const patienceMs = 10_000
const giveUpMs = 7 * 24 * 60 * 60 * 1000

/** Cron: finishes matches whose conversation could not be opened when they came about. */
export async function finishMatches(env: Env, now: number): Promise<void> {
  const open = await openDatabase(env.DB)
    .select({ conversationId: pairs.conversationId })
    .from(pairs)
    .where(and(isNull(pairs.openedAt), isStanding, lt(pairs.matchedAt, now - patienceMs), gt(pairs.matchedAt, now - giveUpMs)))
    .limit(50)
  await Promise.allSettled(open.map(({ conversationId }) => announceMatch(env, conversationId, { now })))
}

async function findPair(db: Database, conversationId: string) {
  const [pair] = await db
    .select()
    .from(pairs)
    .where(and(eq(pairs.conversationId, conversationId), isStanding))
  if (!pair) return { people: [], matchedAt: 0 }
  const people = await db
    .select({ id: members.id, firstName: members.firstName, locale: members.locale, avatar: profiles.avatar })
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .where(and(inArray(members.id, [pair.lowId, pair.highId]), inArray(members.state, ['complete', 'paused'])))
  return { people, matchedAt: pair.matchedAt }
}

async function translatorFor(locale: string | null): Promise<Translator> {
  const code = findLocale(locale)?.code ?? defaultLocale
  return createTranslator(code, await loadMessages(code, ['likes']), { timeZone: 'UTC' })
}
