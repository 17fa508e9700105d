import { integer, text } from 'drizzle-orm/sqlite-core'

/** 22 characters of base64url: 128 random bits. */
export const id = () => text('id').primaryKey()
/** A time, ms since the epoch. */
export const at = (name: string) => integer(name, { mode: 'number' })
