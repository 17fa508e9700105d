import type { SearchCursor } from '#features/chat/contract.ts'

/** `matchmaker`: by its name, as `anonymous:0`; `area`: by its own, as `520.380`. */
export type ObjectKind = 'hub' | 'conversation' | 'encounter' | 'matchmaker' | 'area'

/** What a chaos run may ask of the worker's entry, at POST /chaos. */
export type ChaosCall =
  | { call: 'open'; conversation: string; members: [string, string] }
  | { call: 'crash'; kind: ObjectKind; id: string }
  /** Null for a conversation that has ended. */
  | { call: 'history'; conversation: string; member: string }
  /** What a member's object says of the badges and the inbox. */
  | { call: 'summary'; member: string }
  /** A page of what the member's search finds. */
  | { call: 'search'; member: string; text: string; after: SearchCursor | null }
  /** Everything of an encounter; null for one that never opened. */
  | { call: 'encounter'; id: string }
  | { call: 'queue'; name: string }
  | { call: 'seat'; member: string }
