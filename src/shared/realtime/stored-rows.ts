/** A row of a table as it is stored, by column. */
export type StoredRow = Record<string, string | number | null>

/** Rows of an object's table, for its member's export. `next`: where the next page begins; null after the last. */
export type StoredRows = { rows: StoredRow[]; next: string | null }

/** Tables of a hub and of a conversation that an export gives. */
export type HubTable = 'inbox' | 'notifications' | 'preferences' | 'bookings' | 'talk_languages'
export type ConversationTable = 'conversation' | 'messages' | 'photos'

/** A page of a conversation's table. `readSeq`: the member has opened the messages up to it. */
export type ConversationRowsQuery = { table: ConversationTable; after: string | null; readSeq: number }

/** A conversation's calls for exports. */
export interface ConversationRows {
  /** What the member's pages show of a table; of a conversation that they do not show, the member's own words alone. */
  exportRows(member: string, query: ConversationRowsQuery): Promise<StoredRows>
}

/** A hub's calls for its member's export. */
export interface HubRows {
  exportRows(table: HubTable, after: string | null): StoredRows | Promise<StoredRows>
  /** Up to which message the member has opened a conversation; 0 if their inbox does not have it. */
  readSeqOf(conversation: string): number | Promise<number>
}
