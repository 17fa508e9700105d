import { channelName } from '#shared/realtime/wire.ts'
import type { Broadcaster } from './connections/broadcaster.ts'
import type { Pong } from './connections/pong.ts'
import type { LazyDirects } from './direct/lazy-directs.ts'
import type { Memberships } from './conversations/memberships.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { LookedUpPeople } from './looked-up-people.ts'
import type { PhotoAccess } from './photo-access.ts'
import type { Search } from './search/search.ts'
import type { Notifications } from './notifications/notifications.ts'

export type ForgetDeps = {
  broadcaster: Broadcaster
  pong: Pong
  memberships: Memberships
  directs: Pick<LazyDirects, 'forget'>
  inbox: Inbox
  search: Search
  notifications: Notifications
  lookedUp: LookedUpPeople
  photoAccess: PhotoAccess
}

/** Forgets an ended conversation: it leaves no row, count, notification or open channel behind. Idempotent. */
export function forgetConversation(deps: ForgetDeps, conversation: string): void {
  deps.photoAccess.revoke(Date.now())
  const { broadcaster, pong, memberships, directs, inbox, search, notifications } = deps
  broadcaster.closed(channelName.conversation(conversation))
  memberships.removeConversation(conversation)
  directs.forget(conversation)
  notifications.forgetConversation(conversation)
  search.forget(conversation)
  const gone = inbox.forget(conversation)
  if (gone) broadcaster.inbox(gone)
  pong.update()
}

/**
 * After a block: forgets the conversation with that person, even if it cannot report its end itself. No notification names or
 * counts them any more. Idempotent.
 */
export function forgetPerson(deps: ForgetDeps, person: string): void {
  deps.photoAccess.revoke(Date.now())
  for (const conversation of deps.inbox.listWith(person)) forgetConversation(deps, conversation)
  deps.notifications.forgetPerson(person)
  deps.lookedUp.forget(person)
}
