import { definePageFact } from '#server/pages/page-fact.ts'
import { visitorNewsStatement } from './list-queries.ts'

/** How many visitors are new, for the badge of the navigation; null where it does not apply. */
export const newVisitorsFact = definePageFact({
  statement: ({ db, route, session, now }) =>
    session?.kind === 'member' && route.layout === 'protected' ? visitorNewsStatement(db, session.sub, now) : null,
  read: (rows) => rows && (rows[0]?.people ?? 0),
})
