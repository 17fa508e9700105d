/** What the ledger counts: premium in months, everything else in pieces. */
export type EntitlementKind = 'boost' | 'premium' | 'likes' | 'undo' | `gift-${string}`
