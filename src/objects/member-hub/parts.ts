import type { Env } from '#server/env.ts'
import { AlarmScheduler, type AlarmHandlers } from '#objects/platform/alarm-scheduler.ts'
import { alarmTable } from '#objects/platform/alarm-times.ts'
import { AccessEnd } from './access-end.ts'
import { Broadcaster } from './connections/broadcaster.ts'
import { Connections } from './connections/connections.ts'
import { EndedSessions } from './connections/ended-sessions.ts'
import { IdleReaper } from './connections/idle-reaper.ts'
import { Lifecycle } from './connections/lifecycle.ts'
import type { PollEndpoint } from './connections/poll-endpoint.ts'
import { Pong } from './connections/pong.ts'
import { Presence } from './connections/presence.ts'
import { LazyDirects } from './direct/lazy-directs.ts'
import { DirectRows } from './direct/direct-rows.ts'
import { ConversationClient } from './conversations/conversation-client.ts'
import { EncounterHeads } from './conversations/encounter-heads.ts'
import { markReadByPage } from './mark-read.ts'
import { Memberships } from './conversations/memberships.ts'
import { ReceiptSync } from './conversations/receipt-sync.ts'
import { Visibility } from './conversations/visibility.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { FrameReader } from './dispatch/frame-reader.ts'
import { Outgoing } from './dispatch/outgoing.ts'
import { RateLimits } from './dispatch/rate-limits.ts'
import { PageReads } from './page-reads.ts'
import { PhotoAccess } from './photo-access.ts'
import { HiddenMembers } from './hidden-members.ts'
import { LookedUpPeople } from './looked-up-people.ts'
import { Inbox } from './inbox/inbox.ts'
import { WriteBehind } from './inbox/write-behind.ts'
import { DeliveryReceiver } from './receive-delivery.ts'
import { SearchIndex } from './search/search-index.ts'
import { Search } from './search/search.ts'
import { withStrangerNotices } from './stranger-notices.ts'
import { Summaries } from './summaries.ts'
import { Bookings } from './dates/bookings.ts'
import { DateStore, type DatesAlarm } from './dates/date-store.ts'
import { SeatFollower } from './dates/seat-follower.ts'
import { Seat } from './seat/seat.ts'
import type { SeatAlarm } from './seat/seat-deps.ts'
import { TalkLanguages } from './seat/talk-languages.ts'
import { Notifications, type NotificationAlarm } from './notifications/notifications.ts'

export type HubAlarm =
  | NotificationAlarm
  | SeatAlarm
  | DatesAlarm
  | 'reap-connections'
  | 'index-messages'
  | 'sync-receipts'
  | 'end-direct-sockets'
  | 'sync-direct-sockets'

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
  const base = createBase(ctx, env)
  const meetings = createMeetings(base)
  const traffic = createTraffic(base, meetings)
  const {
    alarms,
    inbox,
    search,
    connections,
    broadcaster,
    memberships,
    visibility,
    notifications,
    lookedUp,
    summaries,
    receipts,
    accessEnd,
    pageReads,
    photoAccess,
  } = base
  const { seat, bookings, talkLanguages } = meetings
  const { pong, reaper, directs, lifecycle, deliveries, outgoing, frames, polls } = traffic

  const handlers: AlarmHandlers<HubAlarm> = {
    ...notifications.alarms,
    ...search.alarms,
    ...receipts.alarms,
    ...reaper.alarms,
    ...directs.alarms,
    ...seat.alarms,
    ...bookings.alarms,
  }
  return {
    alarms: { run: () => alarms.run(Date.now(), handlers) },
    /** Before the storage is deleted: nothing that waits is written any more. */
    stop: () => base.writes.drop(),
    inbox,
    search,
    connections,
    broadcaster,
    memberships,
    visibility,
    notifications,
    seat,
    bookings,
    talkLanguages,
    summaries,
    lookedUp,
    accessEnd,
    pageReads,
    photoAccess,
    receipts,
    pong,
    directs,
    lifecycle,
    deliveries,
    outgoing,
    frames,
    polls,
  }
}

type Base = ReturnType<typeof createBase>

/** What the hub knows of its member: conversations, messages, devices, who sees them, and what they are notified of. */
function createBase(ctx: DurableObjectState, env: Env) {
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
  const directRows = new DirectRows(sql)
  const visibility = new Visibility(sql)
  const conversations = new ConversationClient({ env, member, memberships, visibility })

  const presence = new Presence({ connections, visibility })
  const notifications = new Notifications({ ctx, env, member, devices: broadcaster, presence, inbox, alarms })
  const { preferences } = notifications
  const lookedUp = new LookedUpPeople(sql)
  const hiddenMembers = new HiddenMembers({ inbox, notifications, lookedUp })
  const summaries = new Summaries({ inbox, notifications, hiddenMembers })
  const endedSessions = new EndedSessions(sql)
  const accessEnd = new AccessEnd(sql)
  const pageReads = new PageReads(accessEnd, endedSessions)
  const photoAccess = new PhotoAccess(env.DB, member, (sid) => endedSessions.has(sid))
  const receipts = new ReceiptSync({ ctx, inbox, memberships, conversations, visibility, preferences, alarms })
  return {
    ctx,
    env,
    member,
    alarms,
    writes,
    inbox,
    search,
    connections,
    broadcaster,
    memberships,
    directRows,
    visibility,
    conversations,
    presence,
    notifications,
    lookedUp,
    hiddenMembers,
    summaries,
    receipts,
    endedSessions,
    accessEnd,
    pageReads,
    photoAccess,
  }
}

type Meetings = ReturnType<typeof createMeetings>

/** The member's one seat among strangers, and the blind dates that are booked. */
function createMeetings({ ctx, env, member, alarms, broadcaster, presence, notifications }: Base) {
  const isConnected = () => presence.isConnected(Date.now())
  const store = new DateStore(ctx.storage.sql)
  const observer = new SeatFollower({ env, member, store, notifications, alarms })
  const seatDevices = withStrangerNotices(broadcaster, notifications)
  const seat = new Seat({ ctx, env, member, devices: seatDevices, isConnected, observer, alarms })
  const devices = broadcaster
  const bookings = new Bookings({ ctx, env, member, store, seat, notifications, devices, isConnected, alarms })
  return { seat, bookings, talkLanguages: new TalkLanguages(ctx.storage.sql) }
}

/** What comes in from devices and conversations, and goes out to them. */
function createTraffic(base: Base, { seat, bookings }: Meetings) {
  const { ctx, env, member, alarms, inbox, writes, search, connections, broadcaster, memberships, visibility } = base
  const { conversations, directRows, notifications, hiddenMembers, summaries, receipts } = base
  const { endedSessions, accessEnd, pageReads, photoAccess } = base
  const encounterHeads = new EncounterHeads()
  const pong = new Pong({ ctx, inbox, memberships, encounterHeads })
  const reaper = new IdleReaper({ connections, memberships, directRows, conversations, pong, alarms })
  const limits = new RateLimits({ ctx, env, member, directConversations: () => directRows.listConversations() })
  const { preferences } = notifications
  const directs = new LazyDirects({
    ctx,
    member,
    rows: directRows,
    inbox,
    connections,
    conversations,
    endedSessions,
    visibility,
    preferences,
    limits,
    reaper,
    alarms,
  })
  const lifecycle = new Lifecycle({
    connections,
    conversations,
    visibility,
    receipts,
    endedSessions,
    accessEnd,
    directs,
    reaper,
    pong,
    notifications,
    seat,
    bookings,
    photoAccess,
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

  const outgoing = new Outgoing({ env, member, conversations, limits, deliveries })
  const dispatcher = new Dispatcher({
    env,
    member,
    conversations,
    endedSessions,
    pageReads,
    directs,
    lifecycle,
    outgoing,
    limits,
    deliveries,
    receipts,
    hiddenMembers,
    summaries,
    notifications,
    bookings,
    markRead: (conversation, seq) => markReadByPage({ inbox, broadcaster, notifications, receipts, directs }, conversation, seq),
  })
  const frames = new FrameReader({ dispatcher, limits, pong })
  let endpoint: PollEndpoint | undefined
  /** Few browsers poll. */
  const polls = async (): Promise<PollEndpoint> => {
    const { PollEndpoint: Endpoint } = await import('./connections/poll-endpoint.ts')
    return (endpoint ??= new Endpoint({ ctx, env, connections, lifecycle, visibility, frames }))
  }
  return { pong, reaper, directs, lifecycle, deliveries, outgoing, frames, polls }
}

export type HubParts = ReturnType<typeof createParts>
