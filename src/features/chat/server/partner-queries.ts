import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles } from '#db/schema.ts'
import type { ConversationStage } from '#shared/realtime/wire.ts'
import { incomingOf, talksOf } from './talks.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { pairTiesSql } from '#db/predicates/tie-json.ts'
import { portraitSql } from '#db/predicates/photos.ts'

/** Maximum number of conversations on a page; older ones can still be opened by their URL. */
const mostPartners = 200

/** True if both are reachable: neither has left, is restricted or has blocked the other. Paused members stay reachable. */
const canMeet = (viewerId: string) =>
  and(inArray(members.state, ['complete', 'paused']), notBlockedSql(sql`${viewerId}`, sql`${members.id}`))

/** Lists the partners of a tab's conversations, newest first. */
export function partnersStatement(db: Database, viewerId: string, tab: 'inbox' | 'requests' = 'inbox') {
  const talks = tab === 'requests' ? sql`(${incomingOf(viewerId)}) as talk` : talksOf(viewerId)
  const isOfTab = tab === 'requests' ? undefined : sql`talk.stage <> 'incoming'`
  return partnersOf(db, viewerId, talks, isOfTab)
    .orderBy(desc(sql`talk.since`))
    .limit(mostPartners)
}

/**
 * Returns the partner of one conversation; no row if it is not one of `viewerId`'s. The row contains the sources of a profile's
 * age and distance, which never leave the server, both members' languages, and that of the partner's text. `ties`: what their likes are
 * tied to.
 */
export function partnerStatement(db: Database, viewerId: string, conversation: string) {
  const ownCell = (column: 'cell_x' | 'cell_y') =>
    sql<number | null>`(select own.${sql.raw(column)} from profiles own where own.member_id = ${viewerId})`
  return db
    .select({
      ...partnerColumns,
      ties: pairTiesSql(viewerId, members.id).as('pair_ties'),
      isShown: profiles.discoverable,
      birthDate: profiles.birthDate,
      spoken: profiles.languages,
      // Of no text there is no language.
      aboutLanguage: sql<string | null>`iif(${profiles.about} = '', null, ${profiles.aboutLanguage})`.as('written_in'),
      visibility: profiles.visibility,
      ownSpoken: sql`coalesce((select own.languages from profiles own where own.member_id = ${viewerId}), '[]')`
        .mapWith(profiles.languages)
        .as('own_languages'),
      cellX: profiles.cellX,
      cellY: profiles.cellY,
      ownCellX: ownCell('cell_x').as('own_cell_x'),
      ownCellY: ownCell('cell_y').as('own_cell_y'),
    })
    .from(talksOf(viewerId, conversation))
    .innerJoin(members, eq(members.id, sql`talk.other`))
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(canMeet(viewerId))
    .limit(1)
}

/** Returns the partners of those of these conversations that are `viewerId`'s and open. */
export function partnersAmongStatement(db: Database, viewerId: string, conversations: readonly string[]) {
  const isWanted = sql`talk.stage = 'open' and talk.conversation in (select value from json_each(${JSON.stringify(conversations)}))`
  return partnersOf(db, viewerId, talksOf(viewerId), isWanted)
}

/** Counts the pending requests of others to `viewerId`. */
export function requestCountStatement(db: Database, viewerId: string) {
  return db
    .select({ requests: sql<number>`count(*)`.as('requests') })
    .from(sql`(${incomingOf(viewerId)}) as talk`)
    .innerJoin(members, eq(members.id, sql`talk.other`))
    .where(canMeet(viewerId))
}

const partnerColumns = {
  conversation: sql<string>`talk.conversation`.as('conversation'),
  memberId: members.id,
  firstName: members.firstName,
  avatar: portraitSql().as('portrait'),
  since: sql<number>`talk.since`.as('since'),
  stage: sql<ConversationStage>`talk.stage`.as('stage'),
}

function partnersOf(db: Database, viewerId: string, talks: SQL, isWanted?: SQL) {
  return db
    .select(partnerColumns)
    .from(talks)
    .innerJoin(members, eq(members.id, sql`talk.other`))
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(and(isWanted, canMeet(viewerId)))
}
