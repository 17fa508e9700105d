import type { Env } from '#server/env.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { NoticesRead, StoredNotification, NotificationCursor, Preferences } from '../contract.ts'

type HubEnv = Pick<Env, 'MEMBER_HUB'>

const timeoutMs = 2_000

/** Returns stored notifications, newest first; null if the member's hub does not answer in time. */
export function readNotices(
  env: HubEnv,
  memberId: string,
  options: { limit: number; before: NotificationCursor | null },
): Promise<StoredNotification[] | null> {
  return withTimeoutOrNull('notices', timeoutMs, memberHub(env, memberId).notices(options.limit, options.before))
}

/** Marks one notification, or all (`id` null), as read. */
export async function markNoticesRead(env: HubEnv, memberId: string, id: string | null): Promise<NoticesRead> {
  return memberHub(env, memberId).markNoticesRead(id)
}

/** Returns a member's preferences, or null if their hub does not answer in time (callers then use `defaultPreferences`). */
export function readPreferences(env: HubEnv, memberId: string): Promise<Preferences | null> {
  return withTimeoutOrNull('preferences', timeoutMs, memberHub(env, memberId).preferences())
}

/** Replaces whole keys of a member's preferences; returns all of them. */
export async function changePreferences(env: HubEnv, memberId: string, changed: Partial<Preferences>): Promise<Preferences> {
  return memberHub(env, memberId).changePreferences(changed)
}

/** Turns off emails about these kinds. */
export async function stopEmails(env: HubEnv, memberId: string, kinds: readonly NotificationKind[]): Promise<void> {
  await memberHub(env, memberId).stopEmails(kinds)
}
