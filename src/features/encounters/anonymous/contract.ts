import type { HistoryPage } from '#features/chat/contract.ts'
import type { EncounterView, WaitFigures } from '#features/encounters/contract.ts'
import type { Revealing } from '#features/encounters/talk/contract.ts'
import type { ReportOutcome } from '#features/reports/contract.ts'
import type { AnonymousEvent } from '#shared/realtime/wire.ts'
import { action } from '#shared/routing/action.ts'

export const anonymousActions = {
  /** `{languages, topics}`: starts a wait; a new choice replaces the previous one. */
  join: action<AnonymousEvent>('/api/anonymous/join', 'anonymous-join'),
  /** `{id?}`: leaves this chat; without an id, ends the wait. */
  leave: action('/api/anonymous/leave', 'anonymous-leave'),
  /** `{id}`: leaves this chat and waits for another person, with the same choice. */
  next: action<AnonymousEvent>('/api/anonymous/next', 'anonymous-next'),
  /** `{id}`: kept secret until the other person has pressed it too. */
  reveal: action('/api/anonymous/reveal', 'anonymous-reveal'),
  /** `{id, category, text}` */
  report: action<{ reported: true }>('/api/anonymous/report', 'anonymous-report'),
}

/** Topics of a chat; each has a text under `anonymous.topic.<key>`. */
export const talkTopics = [
  'everyday',
  'music',
  'films',
  'books',
  'games',
  'travel',
  'food',
  'sport',
  'animals',
  'art',
  'science',
  'love',
] as const

export type TalkTopic = (typeof talkTopics)[number]

/** After this time, a wait also accepts people who share no topic (product.md 'Talking'). */
export const widensAfterMs = 60_000

/**
 * What /anonymous-chat shows. `languages`: chosen, or preselected, the best one first; `figures`: of each of them, null while their
 * object cannot be reached. Times in ms.
 */
export type LobbyProps =
  | { kind: 'closed'; code: 'profile-paused' | 'encounters-paused' }
  | { kind: 'away' }
  /** `waitsForDate`: the member is waiting for a blind date, and a chat would end that wait. */
  | { kind: 'free'; languages: readonly string[]; figures: readonly WaitFigures[] | null; waitsForDate: boolean }
  | {
      kind: 'waiting'
      languages: readonly string[]
      topics: readonly string[]
      since: number
      figures: readonly WaitFigures[] | null
    }
  /** `isNew`: it has just begun, so the page redirects to it. */
  | { kind: 'paired'; id: string; isNew: boolean }
  /** In a blind date now. */
  | { kind: 'date' }

/** What /anonymous-chat/{id} shows. `history`: null once the chat has ended. */
export type RoomProps =
  | { kind: 'away' }
  | ({ kind: 'revealed' } & Revealing)
  | {
      kind: 'chat'
      view: EncounterView
      history: HistoryPage | null
      cid: string
      isNoScript: boolean
      /** The member has just reported it. */
      done: ReportOutcome | null
    }
