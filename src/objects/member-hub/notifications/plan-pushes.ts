import type { PushLink } from '#features/push/contract.ts'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import type { Preferences, Subject } from '#features/notifications/contract.ts'
import { isQuiet } from '#features/notifications/rules.ts'

/** Time that a window with the focus has to answer, including its connection's delay. */
export const attentionMs = 4_000

const minuteMs = 60_000

/**
 * Pause between two push messages of a kind. All of a kind have the same text, so another one soon after adds nothing. Whatever
 * arrives in between is sent at its end, if still unread.
 */
const pauseMs: Readonly<Record<NotificationKind, number>> = {
  message: minuteMs,
  request: 10 * minuteMs,
  match: minuteMs,
  reveal: minuteMs,
  like: 60 * minuteMs,
  visitor: 60 * minuteMs,
  favourite: 10 * minuteMs,
  stranger: minuteMs,
  'blind-date': 0,
  order: 0,
  gift: minuteMs,
  verification: 0,
  moderation: 60 * minuteMs,
  security: 0,
}

/**
 * A candidate for a push message. `since`: when it came, ms; `readyAt`: until then a window may report that its member is
 * looking. `until` and `about`: for what is not stored anywhere, its end and its page. `exceptSid`: the session that caused it.
 */
export type WaitingPush = { since: number; readyAt: number; until?: number; about?: PushLink; exceptSid?: string }
export type WaitingPushes = Partial<Record<NotificationKind, WaitingPush>>

export type PushState = {
  waiting: WaitingPushes
  preferences: Pick<Preferences, 'notifications' | 'quietHours'>
  timeZone: string
  /** Time of the last push message of a kind, ms. */
  pushedAt: (kind: NotificationKind) => number | null
}

export type PlannedPush = WaitingPush & { kind: NotificationKind; isSilent: boolean }
/** `again`: when the rest is due, ms. */
export type PushPlan = { due: PlannedPush[]; dropped: PlannedPush[]; again: number | null }

/**
 * Decides which push messages to send now, and when to look again. Kinds that the member does not want are dropped, and so is
 * everything in quiet hours; only account security notices still show, without a sound.
 */
export function planPushes({ waiting, preferences, timeZone, pushedAt }: PushState, now: number): PushPlan {
  const plan: PushPlan = { due: [], dropped: [], again: null }
  const isSilent = isQuiet(preferences, now, timeZone)
  for (const [kind, push] of entriesOf(waiting)) {
    const isWanted = preferences.notifications[kind].push && (!isSilent || kind === 'security')
    const isOver = push.until !== undefined && push.until <= now
    const dueAt = Math.max(push.readyAt, (pushedAt(kind) ?? -Infinity) + pauseMs[kind])
    if (!isWanted || isOver) plan.dropped.push({ ...push, kind, isSilent })
    else if (dueAt <= now) plan.due.push({ ...push, kind, isSilent })
    else plan.again = Math.min(plan.again ?? Infinity, dueAt)
  }
  return plan
}

/** Adds a new candidate. The first one of a kind stays, so that a lively chat never postpones its message. */
export function withPush(waiting: WaitingPushes, kind: NotificationKind, push: WaitingPush): WaitingPushes {
  return waiting[kind] && push.until === undefined ? waiting : { ...waiting, [kind]: push }
}

/** Omits what a member who is looking already sees; an account security notice goes to all of their devices. */
export function withoutSeen(waiting: WaitingPushes): WaitingPushes {
  return waiting.security ? { security: waiting.security } : {}
}

function entriesOf(waiting: WaitingPushes): (readonly [NotificationKind, WaitingPush])[] {
  return notificationKinds.flatMap((kind) => {
    const push = waiting[kind]
    return push ? [[kind, push] as const] : []
  })
}

/** Returns the page that all of these notices lead to; null for a list, or if their pages differ. */
export function commonLink(notices: readonly Subject[]): PushLink {
  const [first, ...others] = notices.map(linkOf)
  const isSame = (other: PushLink) => JSON.stringify(other) === JSON.stringify(first)
  return first && others.every(isSame) ? first : {}
}

function linkOf(notice: Subject): PushLink {
  if ('conversation' in notice) return { link: notice.conversation }
  if ('encounter' in notice) return { link_anon: notice.encounter }
  return 'order' in notice ? { link_order: notice.order } : {}
}
