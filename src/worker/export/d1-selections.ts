import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import { canMeetSql } from '#db/predicates/can-meet.ts'
import { hasPassedSql } from '#db/predicates/likes.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import * as schema from '#db/schema.ts'
import type { accountTables } from '#features/personal-data/server/account-tables.ts'
import type { peopleTables } from '#features/personal-data/server/people-tables.ts'
import type { siteTables } from '#features/personal-data/server/site-tables.ts'
import type { storeTables } from '#features/personal-data/server/store-tables.ts'
import { requestLifetimeMs } from '#features/chat/contract.ts'
import { visitLifetimeMs } from '#features/visits/contract.ts'

type Register = typeof accountTables & typeof peopleTables & typeof storeTables & typeof siteTables

/** Tables of D1 of which the register gives columns. */
export type GivenTable = {
  [Name in keyof Register]: Register[Name]['export'] extends { columns: object } ? Name : never
}[keyof Register]

/** `people`: columns with the id of another member, of whom a row shows what pages show. */
type Selection = {
  rows: (memberId: string, now: number) => SQL | undefined
  people?: readonly string[]
  /** What is given in place of a column. */
  instead?: (memberId: string) => Readonly<Record<string, SQL>>
  /** Columns that are written differently for this member. */
  change?: (row: Record<string, unknown>, memberId: string) => Record<string, unknown>
}

const {
  blocks, boosts, carts, cartLines, chatRequests, consents, contactMessages, emailChanges, encounterPauses, entitlements,
  factorPasskeys, favourites, gifts, identities, likes, members, orderLines, orders, pairs, passes, passkeys, payments, photos, profiles, profileViews,
  promoUses, publicProfiles, pushSubscriptions, quizAnswers, refunds, reports, restrictions, sessions,
  verifications, visits,
} = schema // prettier-ignore

const ofOrder = (order: SQL, memberId: string) =>
  sql`exists (select 1 from orders o where o.id = ${order} and o.member_id = ${memberId})`
const isOpenPair = (conversation: SQL) =>
  sql`exists (select 1 from pairs p where p.conversation_id = ${conversation} and p.unmatched_at is null)`
const hasPairSql = (which: SQL = sql`true`) => sql`exists (select 1 from pairs p where p.low_id = min(likes.from_id, likes.to_id)
  and p.high_id = max(likes.from_id, likes.to_id) and ${which})`
/** After a match has ended, its likes are no longer listed. */
const hasEndedPair = hasPairSql(sql`p.unmatched_at is not null`)

/**
 * Which rows of each table belong to a member's export: their own, and what pages show them today of others. A table that the
 * register gives and that is missing here does not compile.
 */
export const selections: Readonly<Record<GivenTable, Selection>> = {
  members: { rows: (id) => eq(members.id, id) },
  sessions: { rows: (id) => and(eq(sessions.subjectKind, 'member'), eq(sessions.subjectId, id)) },
  identities: { rows: (id) => eq(identities.memberId, id) },
  passkeys: { rows: (id) => eq(passkeys.memberId, id) },
  factorPasskeys: { rows: (id) => eq(factorPasskeys.memberId, id) },
  emailChanges: { rows: (id) => eq(emailChanges.memberId, id) },
  pushSubscriptions: { rows: (id) => eq(pushSubscriptions.memberId, id) },
  consents: { rows: (id) => and(eq(consents.subjectKind, 'member'), eq(consents.subjectId, id)) },
  profiles: { rows: (id) => eq(profiles.memberId, id) },
  photos: { rows: (id) => eq(photos.memberId, id) },
  verifications: { rows: (id) => eq(verifications.memberId, id) },
  quizAnswers: { rows: (id) => eq(quizAnswers.memberId, id) },
  likes: {
    rows: (id, now) =>
      and(
        isNull(likes.withdrawnAt),
        or(
          eq(likes.fromId, id),
          and(
            eq(likes.toId, id),
            canMeetSql(id, sql`likes.from_id`),
            sql`not ${hasEndedPair}`,
            sql`not ${hasPassedSql(id, likes.fromId, now)}`,
          ),
        ),
      ),
    people: ['fromId', 'toId'],
    // At a match the line becomes a message, which its writer can change or delete: the receiver has it there.
    instead: (id) => ({ line: sql`case when likes.to_id = ${id} and ${hasPairSql()} then null else likes.line end` }),
  },
  passes: { rows: (id, now) => and(eq(passes.fromId, id), gt(passes.expiresAt, now)), people: ['toId'] },
  chatRequests: {
    rows: (id) =>
      or(
        eq(chatRequests.fromId, id),
        sql`(${chatRequests.toId} = ${id} and ${chatRequests.state} in ('waiting', 'accepted')
          and exists (select 1 from members sender where sender.id = ${chatRequests.fromId} and ${canMeetSql(id, sql`sender.id`)}))`,
      ),
    people: ['fromId', 'toId'],
    change: hideDecline,
  },
  pairs: { rows: (id) => or(eq(pairs.lowId, id), eq(pairs.highId, id)), people: ['lowId', 'highId'] },
  blocks: { rows: (id) => and(eq(blocks.blockerId, id), isNull(blocks.metIn)), people: ['blockedId'] },
  visits: {
    rows: (id, now) =>
      and(
        gt(visits.lastAt, now - visitLifetimeMs),
        or(
          eq(visits.visitorId, id),
          and(
            eq(visits.visitedId, id),
            sql`exists (select 1 from profiles p where p.member_id = visits.visitor_id and p.discoverable = 1)`,
            notBlockedSql(sql`${id}`, sql`visits.visitor_id`),
            sql`not ${hasPassedSql(id, visits.visitorId, now)}`,
            sql`not exists (select 1 from profiles own where own.member_id = ${id} and own.browses_invisibly = 1)`,
          ),
        ),
      ),
    people: ['visitorId', 'visitedId'],
  },
  profileViews: { rows: (id) => eq(profileViews.memberId, id) },
  favourites: { rows: (id) => eq(favourites.ownerId, id), people: ['memberId'] },
  boosts: { rows: (id) => eq(boosts.memberId, id) },
  gifts: {
    rows: (id) =>
      or(
        eq(gifts.fromId, id),
        and(eq(gifts.toId, id), isOpenPair(sql`gifts.conversation_id`), canMeetSql(id, sql`gifts.from_id`)),
      ),
    people: ['fromId', 'toId'],
  },
  reports: { rows: (id) => eq(reports.reporterId, id), people: ['reportedId'] },
  encounterPauses: { rows: (id) => eq(encounterPauses.memberId, id) },
  restrictions: { rows: (id) => eq(restrictions.memberId, id) },
  publicProfiles: { rows: (id) => eq(publicProfiles.memberId, id) },
  contactMessages: { rows: (id) => eq(contactMessages.memberId, id) },
  entitlements: { rows: (id) => eq(entitlements.memberId, id) },
  carts: { rows: (id) => eq(carts.memberId, id) },
  cartLines: { rows: (id) => eq(cartLines.memberId, id) },
  orders: { rows: (id) => eq(orders.memberId, id) },
  orderLines: { rows: (id) => ofOrder(sql`${orderLines.orderId}`, id) },
  payments: { rows: (id) => ofOrder(sql`${payments.orderId}`, id) },
  refunds: { rows: (id) => ofOrder(sql`${refunds.orderId}`, id) },
  promoUses: { rows: (id) => eq(promoUses.memberId, id) },
}

/**
 * The sender of a request never learns that it was declined, or ended by a block: until it expires, it looks as if it waited. A
 * request that expires by itself does so after its whole lifetime.
 */
function hideDecline(row: Record<string, unknown>, memberId: string): Record<string, unknown> {
  const [sentAt, stateAt] = [Number(row['sentAt']), Number(row['stateAt'])]
  const isEnded = row['state'] === 'declined' || (row['state'] === 'expired' && stateAt < sentAt + requestLifetimeMs)
  return row['fromId'] === memberId && isEnded ? { ...row, state: 'waiting', stateAt: sentAt } : row
}
