import { definePageFact } from '#server/pages/page-fact.ts'
import { findPageViewerStatement } from './queries.ts'
import { findLastActivity, toPageFacts, toViewer } from './viewer.ts'

/** The viewer of a live session, with what they agreed to, and when they were last active. */
export const viewerFact = definePageFact({
  statement: ({ db, session, now }) => session && findPageViewerStatement(db, session, now),
  read(rows, { portraitOf }) {
    const known = rows ?? []
    return { viewer: toViewer(known, portraitOf), ...toPageFacts(known), lastActivity: findLastActivity(known) }
  },
})
