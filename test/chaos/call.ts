import type { SearchCursor } from '#features/member-hub/contract.ts'

/** What a chaos run may ask of the worker's entry, at POST /chaos. */
export type ChaosCall =
  | { call: 'open'; conversation: string; members: [string, string] }
  | { call: 'crash'; kind: 'hub' | 'conversation'; id: string }
  /** Null for a conversation that has ended. */
  | { call: 'history'; conversation: string; member: string }
  /** What a member's object says of the badges and the inbox. */
  | { call: 'summary'; member: string }
  /** A page of what the member's search finds. */
  | { call: 'search'; member: string; text: string; after: SearchCursor | null }
