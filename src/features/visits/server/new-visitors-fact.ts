import { definePageFact } from '#server/pages/page-fact.ts'
import { visitorNewsStatement } from './list-queries.ts'

/** How many visitors a member has not looked at yet, for the badge of the navigation; null where there is none. */
export const newVisitorsFact = definePageFact({
  statement: ({ db, route, session, now }) =>
    session?.kind === 'member' && route.layout === 'protected' ? visitorNewsStatement(db, session.sub, now) : null,
  read: (rows) => rows && (rows[0]?.people ?? 0),
})
