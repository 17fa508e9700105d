/** What the ledger counts: premium in months, everything else in units. */
export type EntitlementKind = 'boost' | 'premium' | 'likes' | 'undo' | `gift-${string}`
