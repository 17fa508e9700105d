import {
  blocks,
  boosts,
  consents,
  deletions,
  favourites,
  likes,
  members,
  pairs,
  profiles,
  publicProfiles,
  quizAnswers,
  registrations,
  reportEvidence,
  reports,
  restrictions,
  secondFactors,
  visits,
} from '#db/schema.ts'
import type { SeedConversation } from '#features/chat/server/public.ts'
import type { ConsentText } from '#features/legal/contract.ts'
import { insertRows, type SeedStatement } from '../statement.ts'
import { demoConversations } from './conversations.ts'
import { demoMembers } from './crowd.ts'
import type { DemoMember } from './member.ts'
import { demoLogins, demoRegistration } from './named.ts'
import { publicRows } from './public-people.ts'
import { demoId } from './random.ts'
import { demoSafety } from './reports.ts'
import { demoBoosted, demoRelations, type DemoRelations } from './relations.ts'
import {
  boostRow,
  consentRows,
  deletionRow,
  favouriteRow,
  likeRow,
  memberRow,
  pairRow,
  profileRow,
  quizRows,
  registrationRow,
  restrictionRow,
  secondFactorRow,
  visitRow,
} from './rows.ts'

/** A login's unseen likes: the people who gave them, the newest last. */
type DemoNews = { memberId: string; likedBy: string[] }
export type DemoSeed = { statements: SeedStatement[]; conversations: SeedConversation[]; news: DemoNews[] }

type DemoOptions = {
  now: number
  /** Hash of the demo password, which all share. */
  passwordHash: string
  /** The operator's second factor, encrypted. */
  sealedSecret: string
  /** The consent texts of every language. */
  consentTexts: readonly ConsentText[]
}

/** Local environments only: always the same people and relations, with times before `now`. */
export function demoSeed({ now, passwordHash, sealedSecret, consentTexts }: DemoOptions): DemoSeed {
  const people = demoMembers()
  const relations = demoRelations(people)
  const conversations = demoConversations(relations.matches, now)
  const safety = demoSafety(people, relations, now)
  const subjects = [
    ...people.map(({ id, locale, joinedAgoMs }) => ({ kind: 'member' as const, id, locale, givenAt: now - joinedAgoMs })),
    { kind: 'registration' as const, id: demoId(demoRegistration.email), locale: demoRegistration.locale, givenAt: now },
  ]
  const statements = [
    insertRows(members, people.map((person) => memberRow(person, passwordHash, now))),
    insertRows(profiles, people.map((person) => profileRow(person, now))),
    insertRows(publicProfiles, publicRows(people, now)),
    insertRows(quizAnswers, people.flatMap((person) => quizRows(person, now))),
    insertRows(registrations, [registrationRow(passwordHash, now)]),
    insertRows(consents, subjects.flatMap((subject) => consentRows(subject, consentTexts))),
    insertRows(likes, relations.likes.map((like) => likeRow(like, now))),
    insertRows(pairs, conversations.map(pairRow)),
    insertRows(restrictions, [restrictionRow(now)]),
    insertRows(deletions, people.filter(({ state }) => state === 'deleted').map(({ id }) => deletionRow(id, now))),
    insertRows(secondFactors, [secondFactorRow(sealedSecret, now)]),
    insertRows(favourites, relations.favourites.map((favourite) => favouriteRow(favourite, now))),
    insertRows(visits, relations.visits.map((visit) => visitRow(visit, now))),
    insertRows(blocks, safety.blocks),
    insertRows(boosts, [boostRow(demoBoosted(people, relations), now)]),
    insertRows(reports, safety.reports),
    insertRows(reportEvidence, safety.evidence),
  ] // prettier-ignore
  return { statements, conversations, news: demoNews(relations) }
}

/** The list of likes was never opened, so its unanswered entries are new. */
function demoNews({ likes: given, matches }: DemoRelations): DemoNews[] {
  const isMatch = (one: DemoMember, other: DemoMember) =>
    matches.some(({ members: pair }) => pair.includes(one) && pair.includes(other))
  return demoLogins.map((login) => ({
    memberId: login.id,
    likedBy: given
      .filter(({ from, to }) => to === login && !isMatch(from, login))
      .toSorted((one, other) => other.agoMs - one.agoMs)
      .map(({ from }) => from.id),
  }))
}
