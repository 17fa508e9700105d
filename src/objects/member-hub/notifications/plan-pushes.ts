import type { PushLink } from '#features/push/contract.ts'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import type { Preferences, Subject } from '#features/notifications/contract.ts'
import { isQuiet } from '#features/notifications/rules.ts'

/** A window with the focus has this long to answer, with its connection's delays. */
export const attentionMs = 4_000

const minuteMs = 60_000

/**
 * Pause between two push messages of a kind. All of a kind have the same words, so that another one soon after says nothing new; what
 * came meanwhile is sent at its end, if it is still unread.
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
  moderation: 60 * minuteMs,
  security: 0,
}

/**
 * What may become a push message. `since`: when it came, ms; `readyAt`: until then a window may answer that its member is looking.
 * `until` and `about`: for what is stored nowhere, when it ends and its page. `exceptSid`: the session that has caused it.
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
 * Decides which push messages are sent now, and when to look again. Kinds that the member does not want are dropped, and so is all
 * that comes in quiet hours; only the account's safety still shows, without a sound.
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

/** Adds what has just come. The first one of a kind stays, so that a lively chat never puts its message off. */
export function withPush(waiting: WaitingPushes, kind: NotificationKind, push: WaitingPush): WaitingPushes {
  return waiting[kind] && push.until === undefined ? waiting : { ...waiting, [kind]: push }
}

/** Leaves out what a member sees who is looking; a change of the account's safety goes to all of their devices. */
export function withoutSeen(waiting: WaitingPushes): WaitingPushes {
  return waiting.security ? { security: waiting.security } : {}
}

function entriesOf(waiting: WaitingPushes): (readonly [NotificationKind, WaitingPush])[] {
  return notificationKinds.flatMap((kind) => {
    const push = waiting[kind]
    return push ? [[kind, push] as const] : []
  })
}

/** Returns the page that all of these notices lead to; none for a list, or where they are about several. */
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
