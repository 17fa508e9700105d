import type { Env } from '#server/env.ts'
import { AlarmScheduler, type AlarmHandlers } from '#objects/platform/alarm-scheduler.ts'
import { alarmTable } from '#objects/platform/alarm-times.ts'
import { Broadcaster } from './connections/broadcaster.ts'
import { Connections } from './connections/connections.ts'
import { EndedSessions } from './connections/ended-sessions.ts'
import { IdleReaper } from './connections/idle-reaper.ts'
import { Lifecycle } from './connections/lifecycle.ts'
import { PollEndpoint } from './connections/poll-endpoint.ts'
import { Pong } from './connections/pong.ts'
import { Presence } from './connections/presence.ts'
import { ConversationClient } from './conversations/conversation-client.ts'
import { EncounterHeads } from './conversations/encounter-heads.ts'
import { Memberships } from './conversations/memberships.ts'
import { ReceiptSync } from './conversations/receipt-sync.ts'
import { Visibility } from './conversations/visibility.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { FrameReader } from './dispatch/frame-reader.ts'
import { Outgoing } from './dispatch/outgoing.ts'
import { RateLimits } from './dispatch/rate-limits.ts'
import { HiddenMembers } from './hidden-members.ts'
import { Inbox } from './inbox/inbox.ts'
import { WriteBehind } from './inbox/write-behind.ts'
import { DeliveryReceiver } from './receive-delivery.ts'
import { SearchIndex } from './search/search-index.ts'
import { Search } from './search/search.ts'
import { withStrangerNotices } from './stranger-notices.ts'
import { Summaries } from './summaries.ts'
import { Bookings, type DatesAlarm } from './dates/bookings.ts'
import { DateStore } from './dates/date-store.ts'
import { SeatFollower } from './dates/seat-follower.ts'
import { Seat } from './seat/seat.ts'
import type { SeatAlarm } from './seat/seat-deps.ts'
import { Notifications, type NotificationAlarm } from './notifications/notifications.ts'

export type HubAlarm = NotificationAlarm | SeatAlarm | DatesAlarm | 'reap-connections' | 'index-messages' | 'sync-receipts'

/** Names in table `alarms`, as stored by earlier versions. */
const storedAlarmNames = {
  'reap-connections': 'reap',
  'index-messages': 'index',
  'sync-receipts': 'tell',
  'email-digest': 'letter',
  'deferred-notifications': 'unseen',
  'visitor-digest': 'visitors',
} as const satisfies { [N in HubAlarm]?: string }

/** Creates the parts of a member's hub, each with the parts it needs. None of them knows the hub. */
export function createParts(ctx: DurableObjectState, env: Env) {
  const { storage } = ctx
  const { sql } = storage
  const member = ctx.id.name ?? ''
  const alarms = new AlarmScheduler<HubAlarm>(storage, alarmTable(sql, storedAlarmNames))

  const writes = new WriteBehind(storage)
  const inbox = new Inbox({ sql, writes })
  const search = new Search({ env, member, index: new SearchIndex(storage), inbox, writes, alarms })

  const connections = new Connections(ctx)
  const broadcaster = new Broadcaster({ member, connections })
  const memberships = new Memberships(sql)
  const visibility = new Visibility(sql)
  const conversations = new ConversationClient({ env, member, memberships, visibility })

  const presence = new Presence({ connections, visibility })
  const notifications = new Notifications({ ctx, env, member, devices: broadcaster, presence, inbox, alarms })
  const { preferences } = notifications
  const hiddenMembers = new HiddenMembers({ inbox, notifications })
  const summaries = new Summaries({ inbox, notifications, hiddenMembers })
  const receipts = new ReceiptSync({ ctx, inbox, memberships, conversations, visibility, preferences, alarms })

  const isConnected = () => presence.isConnected(Date.now())
  const dates = new DateStore(sql)
  const observer = new SeatFollower({ env, member, store: dates, notifications, alarms })
  const seatDevices = withStrangerNotices(broadcaster, notifications)
  const seat = new Seat({ ctx, env, member, devices: seatDevices, isConnected, observer, alarms })
  const bookings = new Bookings({
    ctx,
    env,
    member,
    store: dates,
    seat,
    notifications,
    devices: broadcaster,
    isConnected,
    alarms,
  })

  const encounterHeads = new EncounterHeads()
  const pong = new Pong({ ctx, inbox, memberships, encounterHeads })
  const reaper = new IdleReaper({ connections, memberships, conversations, pong, alarms })
  const endedSessions = new EndedSessions(sql)
  const lifecycle = new Lifecycle({
    connections,
    conversations,
    visibility,
    receipts,
    endedSessions,
    reaper,
    pong,
    notifications,
    seat,
    bookings,
  })
  const deliveries = new DeliveryReceiver({
    connections,
    broadcaster,
    pong,
    encounterHeads,
    inbox,
    writes,
    search,
    notifications,
  })

  const limits = new RateLimits({ ctx, env, member })
  const outgoing = new Outgoing({ env, member, conversations, limits, deliveries })
  const dispatcher = new Dispatcher({
    env,
    member,
    conversations,
    endedSessions,
    lifecycle,
    outgoing,
    limits,
    deliveries,
    receipts,
    hiddenMembers,
    summaries,
    notifications,
    bookings,
  })
  const frames = new FrameReader({ dispatcher, limits, pong })
  const polls = new PollEndpoint({ ctx, env, connections, lifecycle, visibility, frames })

  const handlers: AlarmHandlers<HubAlarm> = {
    ...notifications.alarms,
    ...search.alarms,
    ...receipts.alarms,
    ...reaper.alarms,
    ...seat.alarms,
    ...bookings.alarms,
  }
  return {
    alarms: { run: () => alarms.run(Date.now(), handlers) },
    inbox,
    search,
    connections,
    broadcaster,
    memberships,
    visibility,
    notifications,
    seat,
    bookings,
    summaries,
    receipts,
    pong,
    lifecycle,
    deliveries,
    outgoing,
    frames,
    polls,
  }
}

export type HubParts = ReturnType<typeof createParts>
