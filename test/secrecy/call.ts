type Kind = 'hub' | 'encounter' | 'matchmaker'
export type Value = string | number | null

/** What a recording may ask of the worker's entry, at POST /secrecy. */
export type SecrecyCall =
  /** Runs SQL in an object's own storage; answers the rows. */
  | { call: 'sql'; kind: Kind; id: string; query: string; bindings: Value[] }
  /** An encounter opens, as with the first call of one of the two. */
  | { call: 'open'; id: string; member: string }
  /** An encounter begins again from its storage, as after a deployment. */
  | { call: 'restart'; id: string }
  /** An encounter's alarm. */
  | { call: 'ring'; id: string }
  /** Where a member stands. */
  | { call: 'seat'; member: string }
  /** The member may not meet anybody any more, as after a pause or a restriction. */
  | { call: 'stop'; member: string }
