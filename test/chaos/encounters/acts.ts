import { anonymousActions, talkTopics } from '#features/encounters/anonymous/contract.ts'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { encounterKindOf } from '#shared/realtime/encounter-id.ts'
import type { ShownSeat } from './pages.ts'
import { languages, type Dice } from './plan.ts'

export const pressKinds = [
  'join',
  'join-date',
  'withdraw',
  'reveal',
  'next',
  'leave',
  'report',
  'accept',
  'extend',
  'vote-yes',
  'vote-no',
] as const
export type PressKind = (typeof pressKinds)[number]
export type Act = { kind: PressKind; path: string; body: object }

type Chances = Partial<Record<PressKind, number>>

/** How often each act is chosen in a place; what is left over is to say something, or nothing where nothing can be said. */
const chances = {
  free: { join: 0.45, 'join-date': 0.55 },
  waiting: { withdraw: 0.12, join: 0.1, 'join-date': 0.06 },
  chat: { reveal: 0.16, next: 0.07, leave: 0.06, join: 0.03 },
  offered: { accept: 0.8, leave: 0.06 },
  talking: { extend: 0.08, leave: 0.03, join: 0.02 },
  voting: { 'vote-yes': 0.65, 'vote-no': 0.15, leave: 0.03 },
} as const satisfies Record<string, Chances>

const topicShare = 0.3

/** What somebody does at this place; null for nothing. */
export function actAtRandom(seat: ShownSeat, dice: Dice): Act | 'say' | null {
  let sum = 0
  for (const [kind, chance] of Object.entries(chancesAt(seat))) {
    sum += chance
    if (dice.act < sum) return actAt(seat, kind as PressKind, dice)
  }
  return seat.state === 'paired' && seat.phase === 'talking' ? 'say' : null
}

function chancesAt(seat: ShownSeat): Chances {
  if (seat.state !== 'paired') return chances[seat.state]
  if (encounterKindOf(seat.id) === 'anonymous') return chances.chat
  return seat.phase === 'offered' || seat.phase === 'voting' ? chances[seat.phase] : chances.talking
}

const noDice: Dice = { act: 0, choice: 0, wish: 0 }

/** The call of an act; null where there is no such button. */
export function actAt(seat: ShownSeat, kind: PressKind, { choice, wish }: Dice = noDice): Act | null {
  const drawn = choice * languages.length
  const first = languages[Math.floor(drawn)] ?? languages[0]
  // Some offer all of them.
  const offered = drawn % 1 < 0.3 ? [first, ...languages.filter((language) => language !== first)] : [first]
  const topics = wish < topicShare ? talkTopics.slice(0, 1) : []
  if (kind === 'join') return { kind, path: anonymousActions.join.path, body: { languages: offered, topics } }
  if (kind === 'join-date') return { kind, path: blindDateActions.now.path, body: {} }
  if (kind === 'withdraw') {
    const actions = seat.state === 'waiting' && seat.kind === 'blind' ? blindDateActions : anonymousActions
    return { kind, path: actions.leave.path, body: {} }
  }
  return seat.state === 'paired' ? actIn(seat.id, kind) : null
}

function actIn(id: string, kind: PressKind): Act | null {
  const path = pathsIn(encounterKindOf(id))[kind]
  if (path === undefined) return null
  if (kind === 'report') return { kind, path, body: { id, category: 'harassment', text: '' } }
  return { kind, path, body: kind === 'vote-yes' || kind === 'vote-no' ? { id, yes: kind === 'vote-yes' } : { id } }
}

function pathsIn(kind: 'anonymous' | 'blind'): Partial<Record<PressKind, string>> {
  const { reveal, next } = anonymousActions
  const { accept, extend, vote } = blindDateActions
  const { leave, report } = kind === 'blind' ? blindDateActions : anonymousActions
  const shared = { leave: leave.path, report: report.path }
  if (kind === 'anonymous') return { ...shared, reveal: reveal.path, next: next.path }
  return { ...shared, accept: accept.path, extend: extend.path, 'vote-yes': vote.path, 'vote-no': vote.path }
}
