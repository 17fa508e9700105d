import { suit, type DemoMember } from './member.ts'
import { demoLogins } from './named.ts'
import { demoNotes } from './notes.ts'
import { createRandom, type Random } from './random.ts'
import { demoTie, type DemoTie } from './ties.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** `agoMs`: how long before the time of seeding. */
export type DemoLike = { from: DemoMember; to: DemoMember; agoMs: number; tie?: DemoTie | null }
export type DemoMatch = { members: readonly [DemoMember, DemoMember]; agoMs: number }
export type DemoVisit = { visitor: DemoMember; visited: DemoMember; agoMs: number; count: number }
/** `note`: the owner's private note, or ''. */
export type DemoFavourite = { owner: DemoMember; member: DemoMember; note: string; agoMs: number }
export type DemoRelations = { likes: DemoLike[]; matches: DemoMatch[]; visits: DemoVisit[]; favourites: DemoFavourite[] }

/** A person near Anna whom she has not answered yet. */
export function demoBoosted(members: readonly DemoMember[], { likes }: DemoRelations): DemoMember {
  const [anna] = demoLogins
  const settled = new Set(likes.flatMap(({ from, to }) => (from === anna ? [to] : to === anna ? [from] : [])))
  const boosted = members
    .slice(demoLogins.length)
    .find(
      (member) =>
        anna && member.city.slug === anna.city.slug && suit(anna, member) && member.state === 'complete' && !settled.has(member),
    )
  if (!boosted) throw new Error('Anna has nobody new near her')
  return boosted
}

/** How many matches each login has besides Anna and Ben's own. */
export const matchesPerLogin = 2
const receivedPerLogin = 7
const sentPerLogin = 3
const visitsPerLogin = 9
const favouritesPerLogin = 4
const crowdLikes = 260
const crowdMatches = 12

/** Likes, matches and visits: enough on every page of every login, and some among others. */
export function demoRelations(members: readonly DemoMember[]): DemoRelations {
  const random = createRandom('relations')
  const complete = members.filter((member) => member.state === 'complete')
  const likes = new Map<string, DemoLike>()
  const matches: DemoMatch[] = []
  const visits = new Map<string, DemoVisit>()
  const favourites: DemoFavourite[] = []
  const like = (from: DemoMember, to: DemoMember, agoMs: number, tie: DemoTie | null = null) =>
    likes.set(`${from.id} ${to.id}`, { from, to, agoMs, tie })
  const match = (one: DemoMember, other: DemoMember, agoMs: number) => {
    like(one, other, agoMs + 90 * minuteMs)
    like(other, one, agoMs)
    matches.push({ members: [one, other], agoMs })
  }
  const visit = (visitor: DemoMember, visited: DemoMember, agoMs: number) =>
    visits.set(`${visitor.id} ${visited.id}`, { visitor, visited, agoMs, count: random.int(1, 4) })

  const [anna, ben] = demoLogins
  if (!anna || !ben) throw new Error('Anna and Ben are missing')
  match(anna, ben, 6 * dayMs)
  favourites.push({ owner: anna, member: ben, note: noteOf(anna, 0), agoMs: 5 * dayMs })
  for (const login of demoLogins) {
    const people = closestFirst(
      login,
      complete.filter((member) => !demoLogins.includes(member) && suit(login, member)),
      random,
    )
    const [matched, received, sent] = takeInTurn(people, [matchesPerLogin, receivedPerLogin, sentPerLogin])
    matched?.forEach((other, index) => match(other, login, (index + 2) * dayMs))
    received?.forEach((other, index) =>
      like(other, login, (index * 7 + random.int(1, 6)) * 60 * minuteMs, demoTie(other, login, index)),
    )
    sent?.forEach((other, index) => like(login, other, (index + 1) * 2 * dayMs))
    // Favourites without a like, the first with a note.
    const others = people.filter((other) => !likes.has(`${login.id} ${other.id}`)).slice(0, favouritesPerLogin)
    others.forEach((member, index) => {
      favourites.push({ owner: login, member, note: index === 0 ? noteOf(login, 1) : '', agoMs: (index * 3 + 1) * dayMs })
    })
    people.slice(0, visitsPerLogin).forEach((other, index) => visit(other, login, (index * 5 + random.int(1, 5)) * 60 * minuteMs))
  }

  const crowd = complete.filter((member) => !demoLogins.includes(member))
  const pairs = random.sample(
    crowd.flatMap((one) => crowd.filter((other) => suit(one, other)).map((other) => [one, other] as const)),
    crowdLikes,
  )
  for (const [index, [one, other]] of pairs.entries()) {
    if (likes.has(`${one.id} ${other.id}`) || likes.has(`${other.id} ${one.id}`)) continue
    if (index < crowdMatches) match(one, other, random.int(1, 20) * dayMs)
    else like(one, other, random.int(1, 40 * 24) * 60 * minuteMs)
    if (index % 2) visit(one, other, random.int(60, 28 * 24 * 60) * minuteMs)
  }
  return { likes: [...likes.values()], matches, visits: [...visits.values()], favourites }
}

function noteOf(login: DemoMember, index: number): string {
  const notes = demoNotes[login.locale] ?? demoNotes.en
  return notes[index % notes.length] ?? ''
}

/** People in the same city first, then those in the same country's time zone, each group shuffled. */
function closestFirst(login: DemoMember, people: readonly DemoMember[], random: Random): DemoMember[] {
  const distance = (member: DemoMember) =>
    member.city.slug === login.city.slug ? 0 : member.city.country === login.city.country ? 1 : 2
  return random.sample(people, people.length).sort((a, b) => distance(a) - distance(b))
}

/** Distributes the people in turn among the lists that still have room, so that no list gets only the nearest. */
function takeInTurn(people: readonly DemoMember[], sizes: readonly number[]): DemoMember[][] {
  const lists: DemoMember[][] = sizes.map(() => [])
  const rest = [...people]
  while (rest.length > 0 && lists.some((list, index) => list.length < (sizes[index] ?? 0))) {
    for (const [index, list] of lists.entries()) {
      const next = list.length < (sizes[index] ?? 0) ? rest.shift() : undefined
      if (next) list.push(next)
    }
  }
  return lists
}
