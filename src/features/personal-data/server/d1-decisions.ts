import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as schema from '#db/schema.ts'
import type { TableDecision } from './decision.ts'

type Schema = typeof schema
type Tables = { [Name in keyof Schema as Schema[Name] extends SQLiteTable ? Name : never]: Schema[Name] }
type ColumnOf<Table> = Table extends { $inferSelect: infer Row } ? keyof Row & string : never

/** A decision for every table of D1, by its name in src/db/schema.ts, and for every column of those that are exported. */
export type D1Decisions = { readonly [Name in keyof Tables]: TableDecision<ColumnOf<Tables[Name]>> }
