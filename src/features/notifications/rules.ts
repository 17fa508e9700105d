import { dateTimeFormat } from '#shared/intl/formats.ts'
import {
  type NotificationChannels,
  type Preferences,
  type QuietHours,
  emailRules,
  previewLength,
  type EmailKind,
} from './contract.ts'
import { excerptOf } from '#shared/text/cut.ts'
import { recordOf } from '#shared/records.ts'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'

/** Returns the start of a text on one line, cut between whole characters. */
export function previewOf(text: string): string {
  return excerptOf(text.replace(/\s+/g, ' ').trim(), previewLength)
}

const dayMinutes = 24 * 60

/** Returns the minutes since midnight by the local time of a time zone, whatever the season. */
function wallClock(timeZone: string): (at: number) => number {
  const format = dateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  return (at) => minutesOf(format.format(at))
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** Returns the minutes until quiet hours end, or 0 outside of them. An end that is not after the start is on the next day. */
function quietMinutesLeft({ start, end }: QuietHours, wallMinutes: number): number {
  const since = (wallMinutes - minutesOf(start) + dayMinutes) % dayMinutes
  const length = (minutesOf(end) - minutesOf(start) + dayMinutes) % dayMinutes || dayMinutes
  return since < length ? length - since : 0
}

/** True in the member's quiet hours, in their time zone. */
export function isQuiet({ quietHours }: Pick<Preferences, 'quietHours'>, now: number, timeZone: string): boolean {
  return quietHours !== null && quietMinutesLeft(quietHours, wallClock(timeZone)(now)) > 0
}

const minuteMs = 60_000
/** Clocks change only at quarters of an hour; between two of them they run steadily. */
const quarterMinutes = 15

/** Returns the next time from now that is not in quiet hours; null if the whole day is quiet. */
export function quietUntil({ quietHours }: Pick<Preferences, 'quietHours'>, now: number, timeZone: string): number | null {
  if (quietHours === null) return now
  if (quietHours.start === quietHours.end) return null
  const wallMinutes = wallClock(timeZone)
  let at = now
  for (let left = quietMinutesLeft(quietHours, wallMinutes(at)); left > 0; left = quietMinutesLeft(quietHours, wallMinutes(at))) {
    const minutes = Math.floor(at / minuteMs)
    at = (minutes + Math.min(left, quarterMinutes - (minutes % quarterMinutes))) * minuteMs
  }
  return at
}

/**
 * Decides how a notification is shown now. Quiet hours keep everything off the screen; only account security is still shown,
 * without a sound.
 */
export function showingOf(
  preferences: Pick<Preferences, 'notifications' | 'quietHours'>,
  kind: NotificationKind,
  now: number,
  timeZone: string,
): Pick<NotificationChannels, 'toast' | 'sound'> {
  const { toast, sound } = preferences.notifications[kind]
  if (!isQuiet(preferences, now, timeZone)) return { toast, sound: toast && sound }
  return { toast: toast && kind === 'security', sound: false }
}

export function isEmailKind(kind: NotificationKind): kind is EmailKind {
  return emailRules[kind] === 'chosen'
}

/** How long a notification may stay unseen before an email reports it. */
export const digestAfterMs = 10 * 60_000

/** Returns ticked boxes as preferences: members choose emails only for the kinds whose rule allows it. */
export function toChannels(
  ticked: Record<keyof NotificationChannels, readonly NotificationKind[]>,
): Preferences['notifications'] {
  const channelsOf = (kind: NotificationKind): NotificationChannels => {
    const rule = emailRules[kind]
    return {
      toast: ticked.toast.includes(kind),
      sound: ticked.sound.includes(kind),
      push: ticked.push.includes(kind),
      email: rule === 'always' || (rule === 'chosen' && ticked.email.includes(kind)),
    }
  }
  return recordOf(notificationKinds, channelsOf)
}

/** Minimum time between two emails that report the same kind. */
const digestPauseMs = 4 * 60 * 60_000
/** A connected window may be hidden all day, so whatever is unread for this long is emailed even so. */
const presenceHelpsMs = 60 * 60_000
/** A notification that quiet hours have delayed for this long is no longer emailed. */
const digestStaleMs = 24 * 60 * 60_000

export type DigestState = {
  /** Unread ones, each with the time (ms) from which an email may report it. */
  waiting: readonly { kind: NotificationKind; mailAt: number }[]
  preferences: Pick<Preferences, 'notifications' | 'quietHours'>
  /** Time of the last email about a kind, in ms. */
  notifiedAt: Partial<Record<NotificationKind, number>>
  /** The member is connected, so they most likely see notifications on their screen. */
  isPresent: boolean
  timeZone: string
}

/**
 * Decides which kinds an email written now would report, and when to check again. It covers every kind that is due, each at most
 * once in four hours. Quiet hours delay it. A member who is present gets one only if something has been unread for an hour.
 */
export function planDigest(
  { waiting, preferences, notifiedAt, isPresent, timeZone }: DigestState,
  now: number,
): { kinds: NotificationKind[]; again: number | null } {
  const timely = waiting.filter(({ kind, mailAt }) => preferences.notifications[kind].email && now - mailAt < digestStaleMs)
  const dueAt = ({ kind, mailAt }: DigestState['waiting'][number], notified = notifiedAt[kind]) =>
    Math.max(mailAt, notified === undefined ? 0 : notified + digestPauseMs)
  const due = new Set(timely.filter((notice) => dueAt(notice) <= now).map(({ kind }) => kind))
  const isLookedAt = isPresent && !timely.some((notice) => due.has(notice.kind) && now - notice.mailAt >= presenceHelpsMs)
  if (due.size > 0 && isLookedAt) return { kinds: [], again: now + digestAfterMs }
  if (due.size > 0 && isQuiet(preferences, now, timeZone)) return { kinds: [], again: quietUntil(preferences, now, timeZone) }
  const later = timely.filter(({ kind }) => !due.has(kind)).map((notice) => dueAt(notice))
  return { kinds: [...due], again: later.length === 0 ? null : Math.min(...later) }
}

/** Returns the same preferences with emails about some kinds turned off. */
export function withoutEmails(
  notifications: Preferences['notifications'],
  kinds: readonly NotificationKind[],
): Preferences['notifications'] {
  const turnedOff = kinds.filter(isEmailKind).map((kind) => [kind, { ...notifications[kind], email: false }])
  return { ...notifications, ...Object.fromEntries(turnedOff) }
}
