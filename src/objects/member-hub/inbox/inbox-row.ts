import type { ConversationStage, PreviewKind } from '#shared/realtime/wire.ts'
import type { InboxState } from './inbox-state.ts'
import { countOf } from './unread-ranges.ts'
import type { InboxRow } from '#features/chat/contract.ts'

/** A row of table `inbox`, without `marks_due`. */
export type StoredRow = {
  conversation: string
  self: string
  other: string
  epoch: string
  head: number
  read_seq: number
  kept_read: number
  delivered: number
  unread: number
  unread_ranges: string
  last_seq: number
  preview: string
  preview_kind: PreviewKind
  last_from: string
  at: number
  stage: ConversationStage
  hidden: 0 | 1
}

export function toState(row: StoredRow): InboxState {
  const { conversation, self, other, epoch, head, preview, at, stage } = row
  return {
    conversation,
    self,
    other,
    epoch,
    head,
    readAt: row.read_seq,
    keptRead: row.kept_read,
    delivered: row.delivered,
    unread: JSON.parse(row.unread_ranges),
    lastSeq: row.last_seq,
    preview,
    previewKind: row.preview_kind,
    lastFrom: row.last_from,
    at,
    stage,
    isHidden: row.hidden === 1,
  }
}

/** Columns that change after the row was inserted, with their values. */
export function toColumns(state: InboxState) {
  return {
    epoch: state.epoch,
    head: state.head,
    read_seq: state.readAt,
    unread: countOf(state.unread),
    unread_ranges: JSON.stringify(state.unread),
    last_seq: state.lastSeq,
    preview: state.preview,
    preview_kind: state.previewKind,
    last_from: state.lastFrom,
    at: state.at,
    stage: state.stage,
    delivered: state.delivered,
    kept_read: state.keptRead,
    hidden: state.isHidden ? 1 : 0,
  } satisfies Partial<StoredRow>
}

export function toInboxRow(row: StoredRow): InboxRow {
  const { conversation, other, preview, preview_kind, at, unread, last_from, self, stage } = row
  return { conversation, other, preview, at, unread, fromMe: last_from === self, previewKind: preview_kind, stage }
}
