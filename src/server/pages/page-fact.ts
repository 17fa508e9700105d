import type { BatchItem } from 'drizzle-orm/batch'
import type { PortraitOf } from '#shared/photo.ts'
import type { Route } from '#shared/routing/routes.ts'
import type { Session } from '../context.ts'
import type { QueryContext } from './load.ts'

/** Who asks for which page: all that is known before the database is asked. */
export type AskedPage = QueryContext & { route: Route; session: Session | null; portraitOf: PortraitOf }

/**
 * What a gate or a frame has to know beside the page's own rows. The feature that owns the fact says when it is asked for,
 * and reads it from the rows of its statement in the page's one batch.
 */
export type PageFact<Statement extends BatchItem<'sqlite'>, Value> = {
  /** Null: not asked for with this page. */
  statement(asked: AskedPage): Statement | null
  /** `rows`: null where it was not asked for. */
  read(rows: Statement['_']['result'] | null, asked: AskedPage): Value
}

export function definePageFact<Statement extends BatchItem<'sqlite'>, Value>(
  fact: PageFact<Statement, Value>,
): PageFact<Statement, Value> {
  return fact
}
