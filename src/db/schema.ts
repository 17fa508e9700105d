/**
 * All tables of D1 (docs/data.md has owners, retention, export and purge). Times are milliseconds since the epoch, dates
 * of birth ISO `YYYY-MM-DD`, ids 22 characters of base64url (128 random bits).
 */
export * from './schema/accounts.ts'
export * from './schema/leaving.ts'
export * from './schema/sessions.ts'
export * from './schema/profiles.ts'
export * from './schema/areas.ts'
export * from './schema/people.ts'
export * from './schema/safety.ts'
export * from './schema/offers.ts'
export * from './schema/store.ts'
export * from './schema/payments.ts'
export * from './schema/site.ts'
export * from './schema/public-site.ts'
