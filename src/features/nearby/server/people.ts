import type { DistanceBand } from '#features/location/contract.ts'
import {
  ageOn,
  isIntent,
  isOnline,
  languageMask,
  languagesOf,
  textLanguage,
  toPromptAnswerViews,
  utcDay,
  visibleFields,
  type Reader,
} from '#features/profile/server/public.ts'
import type { PortraitOf } from '#shared/photo.ts'
import { excerptOf, lengthOf } from '#shared/text/cut.ts'
import { sentencesOf } from '#shared/text/sentences.ts'
import { aboutOnCard, peoplePerPage, sentenceOnCard, windowSize, type NearbyView, type PersonCardView } from '../contract.ts'
import { boostRank, isWithin, likesYouRank, raisedOnto, takePage, type RankKey } from '../rules.ts'
import { bandBetween } from './band.ts'
import { parseAnswers, parseList, parseVisibility } from './json.ts'
import { assess, rankIn } from './score.ts'
import type { RaisedRow } from './raised.ts'
import type { Cursor } from './cursor.ts'
import type { ActivityKey, CandidateRow, WindowRow } from './queries.ts'

/** The viewer's facts in every comparison. */
export type Ground = {
  interests: string[]
  intent: string | null
  /** Those that the viewer counts as speaking. */
  languages: readonly string[]
  cellX: number | null
  cellY: number | null
  /** Packed answers. */
  quiz: string
}

type Facts = {
  viewer: Ground
  rows: readonly WindowRow[]
  /** People raised by likes and boosts at the list's clock; always all of them, whatever the window. */
  raised: readonly RaisedRow[]
  /** People whom boosts may have displaced and whose cards were not read, by their ranks. */
  places?: readonly RankKey[]
  view: NearbyView
  /** Where the window ends and the next one begins; null: with no one left. */
  end: ActivityKey | null
  /** Null on the first page. */
  cursor: Cursor | null
  now: number
  portraitOf: PortraitOf
  reader: Reader
}

/** Where the list continues, without the fields that the cursor's encryption adds. */
export type Next = Pick<Cursor, 'at' | 'from' | 'to' | 'after' | 'natural'>

/**
 * The cards of one page in their order, and where the next one starts: null at the end of the last window. People who like the
 * viewer and boosted people open the first window, in the order of their scores, and are omitted from their usual positions.
 * `raisedBy`: the boosts that put people on this page.
 */
export function listPeople(facts: Facts): { people: PersonCardView[]; next: Next | null; raisedBy: string[] } {
  const { rows, raised, places = [], view, end, cursor, now } = facts
  const viewer = { ...facts.viewer, languages: languageMask(facts.viewer.languages) }
  const at = cursor?.at ?? now
  const from = cursor?.from ?? null
  const boostOf = new Map(raised.map(({ id, boostId }) => [id, boostId]))
  const toEntries = (some: readonly CandidateRow[]) =>
    some.map((row) => toEntry(row, viewer, facts, at)).filter((entry) => isWithin(entry.band, view))
  const window = toEntries(rows.filter((row) => row.fits === 1))
  const first = from === null ? toEntries(raised) : []
  const merged = [
    ...first.map((entry) => (boostOf.get(entry.id) ? raise(entry) : entry)),
    ...window.filter((entry) => !boostOf.has(entry.id)),
  ]
  // The order without boosts.
  const likers = first.filter((entry) => entry.row.likedThing !== null)
  const likerIds = new Set(likers.map(({ id }) => id))
  const natural = [...likers, ...window.filter((entry) => !likerIds.has(entry.id)), ...places]
  const { page, hasMore } = takePage(merged, cursor?.after ?? null, peoplePerPage)
  const last = page.at(-1)
  const people = page.map((entry) => toCard(entry, facts, page.length === 1))
  // A cursor of an earlier version does not say where the order without boosts has come to: its boosts gain no views.
  const isKnown = from === null && (cursor?.after ? cursor.natural !== undefined && cursor.natural !== null : true)
  const onto = raisedOnto(isKnown ? page : [], natural, cursor?.natural ?? null)
  const raisedBy = onto.raised.flatMap(({ id }) => boostOf.get(id) ?? [])
  if (!hasMore || !last) return { people, raisedBy, next: end ? { at, from: end, to: null, after: null } : null }
  const mayRaise = isKnown && last.rank >= boostRank
  const after = { rank: last.rank, id: last.id }
  return { people, raisedBy, next: { at, from, to: end, after, natural: mayRaise && onto.natural ? keyOf(onto.natural) : null } }
}

const keyOf = ({ rank, id }: RankKey): RankKey => ({ rank, id })

function raise(entry: Entry): Entry {
  return { ...entry, rank: boostRank + entry.rank, isBoosted: true }
}

/**
 * The lower bound of a window that was read by SQL, if it used all its steps or ended there on an earlier page; so another window may
 * follow.
 */
export function endOf(rows: readonly WindowRow[], size: number, cursor: Cursor | null): ActivityKey | null {
  const last = rows.at(-1)
  // A window that came from areas may be longer than the steps of the query: it ends earlier here.
  return last && rows.length >= size ? { activeAt: last.activeAt, id: last.id } : (cursor?.to ?? null)
}

/** A person of a window: what their position depends on. Only those of the page get a card. */
type Entry = RankKey & {
  row: CandidateRow
  intent: CandidateRow['intent']
  band: DistanceBand
  assessed: ReturnType<typeof assess>
  isBoosted: boolean
}

type Viewer = Omit<Ground, 'languages'> & { languages: number }

function toEntry(row: CandidateRow, viewer: Viewer, { view }: Facts, at: number): Entry {
  // Matches are not listed, so everyone here is a stranger.
  const { intent, interests, languages } = visibleFields(
    {
      intent: row.intent,
      interests: parseList(row.interests),
      languages: parseList(row.languages),
      visibility: parseVisibility(row.visibility),
    },
    'stranger',
  )
  const band = bandBetween(viewer, row)
  const shown = { interests, intent, languages: languageMask(languages), showsOnline: row.showsOnline === 1 }
  const assessed = assess(viewer, { ...row, ...shown }, band, at)
  const rank =
    rankIn(view, row.activeAt, assessed.points) + (row.likedThing !== null && view.order !== 'neutral' ? likesYouRank : 0)
  return { rank, id: row.id, row, intent, band, assessed, isBoosted: false }
}

function toCard(
  { row, intent, band, assessed, isBoosted }: Entry,
  { now, portraitOf, reader }: Facts,
  isAlone: boolean,
): PersonCardView {
  const { points, activity, common, languages, match } = assessed
  const { promptAnswers, ...written } = visibleFields(
    {
      promptAnswers: parseAnswers(row.promptAnswers),
      about: row.about,
      aboutLanguage: row.aboutLanguage,
      visibility: parseVisibility(row.visibility),
    },
    'stranger',
  )
  const answer = toPromptAnswerViews(promptAnswers, reader)[0] ?? null
  const about = isAlone
    ? excerptOf(written.about.trim(), aboutOnCard)
    : excerptOf(answer === null ? firstSentences(written.about) : '', sentenceOnCard)
  return {
    id: row.id,
    firstName: row.firstName,
    age: ageOn(row.birthDate, utcDay(now)),
    avatar: portraitOf(row.avatar),
    band,
    answer,
    about: about === '' ? null : { text: about, ...textLanguage(reader, written.aboutLanguage) },
    online: isOnline({ showsOnline: row.showsOnline === 1, activeAt: row.activeAt }, now),
    intent: intent !== null && isIntent(intent) ? intent : null,
    shared: common.interests,
    languages: languagesOf(languages),
    match: match?.shown ?? null,
    verified: row.verified === 1,
    isPremium: row.isPremium === 1,
    isBoosted,
    likesMe: row.likedThing !== null,
    likedThing: row.likedThing || null,
    isFavourite: row.isFavourite === 1,
    reasons: {
      // The points would reveal a low compatibility: 45 of them are 100 per cent.
      points: { ...points, common: match?.shown === null ? null : points.common },
      activity,
      sameIntent: common.intent !== null,
    },
  }
}

/** As many whole sentences as a card has room for, at least one. */
function firstSentences(about: string): string {
  const [first = '', ...others] = sentencesOf(about)
  let text = first
  for (const sentence of others) {
    if (lengthOf(text) + 1 + lengthOf(sentence) > sentenceOnCard) break
    text = `${text} ${sentence}`
  }
  return text
}

/** How many people of a window fit; `isMost`: there may be more after it. */
export function countPeople(viewer: Ground, rows: readonly WindowRow[], view: NearbyView): { count: number; isMost: boolean } {
  const people = rows.filter((row) => row.fits === 1 && isWithin(bandBetween(viewer, row), view))
  return { count: people.length, isMost: rows.length >= windowSize }
}
