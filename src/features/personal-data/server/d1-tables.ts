import { accountTables } from './account-tables.ts'
import type { D1Decisions } from './d1-decisions.ts'
import { peopleTables } from './people-tables.ts'
import { siteTables } from './site-tables.ts'
import { storeTables } from './store-tables.ts'

/** Every table of D1. A new table or column without a decision does not compile. */
export const d1Tables: D1Decisions = { ...accountTables, ...peopleTables, ...storeTables, ...siteTables }
