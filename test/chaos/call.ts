/** What a chaos run may ask of the worker's entry, at POST /chaos. */
export type ChaosCall =
  | { call: 'open'; conversation: string; members: [string, string] }
  | { call: 'crash'; kind: 'hub' | 'conversation'; id: string }
  /** Null for a conversation that has ended. */
  | { call: 'history'; conversation: string; member: string }
