import type { TableDecision } from './decision.ts'
import { deviceNumber, owner, progress, stranger } from './reasons.ts'

type Decisions = Readonly<Record<string, TableDecision>>

const withheld = (because: string, purge: string): TableDecision => ({ export: { because }, purge })
const each = (names: readonly string[], decision: TableDecision): Decisions =>
  Object.fromEntries(names.map((name) => [name, decision]))
const object = 'deleted with the object'
const second = 'deleted with the first purge of the two'

/** Tables of a conversation, by their names in its SQLite; a test compares them and their columns with the schema. */
export const conversationTables: Decisions = {
  conversation: {
    export: {
      columns: {
        id: 'always 1',
        kind: true,
        epoch: progress,
        opened_at: true,
        closed_at: true,
        rev: progress,
        request_from: true,
        request_declined: 'a declined request is not given',
        settled: progress,
      },
    },
    purge: second,
  },
  members: withheld('internal', object),
  messages: {
    export: {
      rows: 'sent and received by the member',
      columns: {
        seq: true,
        sender: true,
        cid: deviceNumber,
        text: true,
        sent_at: true,
        reply_seq: true,
        change: progress,
        edited_at: true,
        deleted_at: true,
        reactions: true,
        photo: true,
        gift: true,
      },
    },
    purge: second,
  },
  presence: withheld('gone in minutes', object),
  photos: {
    export: {
      rows: 'sent and received by the member',
      columns: {
        id: true,
        sender: true,
        cid: deviceNumber,
        key: 'given as the file',
        width: true,
        height: true,
        size: true,
        at: true,
        seq: true,
        removed_at: 'a removed photo is not given',
      },
    },
    purge: `${second}, with its object`,
  },
  refused_gifts: withheld('the gifts themselves are', object),
}

export const encounterTables: Decisions = {
  encounter: withheld('gone in a day', object),
  participants: withheld('gone in a day', object),
  dropped: withheld('gone in a day', object),
  alarms: withheld('internal', object),
}

export const matchmakerTables: Decisions = {
  waiting: withheld('gone with the wait', 'deleted when the member leaves it'),
  attendees: withheld('a copy of `bookings`', 'deleted with the hub, which withdraws it'),
  wait_alerts: withheld('gone in two hours', 'withdrawn with the hub, and deleted within two hours'),
  pairings: withheld('gone in an hour', 'deleted within an hour'),
  waits: withheld("no one's", 'nothing to delete'),
  alarms: withheld('internal', 'nothing to delete'),
}

export const areaTables: Decisions = {
  candidates: withheld('a copy of `profiles`', 'deleted by its own step'),
  builds: withheld("no one's", 'nothing to delete'),
  alarms: withheld('internal', 'nothing to delete'),
}

export const hubTables: Decisions = {
  inbox: {
    export: {
      columns: {
        conversation: true,
        self: owner,
        other: true,
        epoch: progress,
        head: progress,
        read_seq: true,
        unread: true,
        preview: 'the messages themselves are',
        last_from: 'the messages themselves are',
        at: true,
        last_seq: progress,
        preview_kind: 'the messages themselves are',
        unread_ranges: progress,
        delivered: progress,
        marks_due: progress,
        stage: true,
        kept_read: progress,
        hidden: 'about another member',
      },
    },
    purge: object,
  },
  notifications: {
    export: {
      columns: {
        id: progress,
        kind: true,
        conversation: true,
        from_id: stranger,
        at: true,
        unread: true,
        data: true,
        mail_at: progress,
      },
    },
    purge: object,
  },
  ...each(['alarms', 'letters', 'told'], withheld('internal', object)),
  joined: withheld('gone in minutes', object),
  direct_sockets: withheld('gone in minutes', object),
  visibility: withheld('a copy of `profiles`', object),
  preferences: { export: { columns: { id: 'always 1', value: true } }, purge: object },
  ended_sessions: withheld('gone in minutes', object),
  access_end: withheld('of no use after an hour', object),
  search_texts: withheld('the messages themselves are', object),
  search: withheld('derived', object),
  search_fold: withheld('derived', object),
  search_gaps: withheld('gone in minutes', object),
  search_behind: withheld('gone in minutes', object),
  looked_up_people: withheld('derived', object),
  unseen: withheld('gone in minutes', object),
  seat: withheld('gone in a day', object),
  past_partners: withheld('names no one', object),
  departures: withheld('gone in minutes', object),
  nexts: withheld('gone in an hour', object),
  bookings: {
    export: {
      columns: {
        slot: true,
        language: true,
        state: progress,
        was_alone: 'it would show who was there',
        remind_at: progress,
        languages: true,
      },
    },
    purge: object,
  },
  talk_languages: { export: { columns: { id: 'always 1', languages: true } }, purge: object },
  attendance: withheld('derived', object),
  wait_alert: withheld('gone in two hours', object),
  past_dates: withheld('gone in a day', object),
}
