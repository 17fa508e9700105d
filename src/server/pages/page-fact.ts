import type { BatchItem } from 'drizzle-orm/batch'
import type { PortraitOf } from '#shared/photo.ts'
import type { Route } from '#shared/routing/routes.ts'
import type { Session } from '../context.ts'
import type { QueryContext } from './load.ts'

/** The requested page and its visitor: everything known before the database is read. */
export type AskedPage = QueryContext & { route: Route; session: Session | null; portraitOf: PortraitOf }

/**
 * A fact that a gate or a frame needs beside the page's own rows. The feature that owns it decides when it is needed, and
 * reads it from the rows of its statement in the page's one batch.
 */
export type PageFact<Statement extends BatchItem<'sqlite'>, Value> = {
  /** Returns null when this page does not need the fact. */
  statement(asked: AskedPage): Statement | null
  /** `rows`: null if the fact was not needed. */
  read(rows: Statement['_']['result'] | null, asked: AskedPage): Value
}

export function definePageFact<Statement extends BatchItem<'sqlite'>, Value>(
  fact: PageFact<Statement, Value>,
): PageFact<Statement, Value> {
  return fact
}
