import { definePageFact } from '#server/pages/page-fact.ts'
import { findPageViewerStatement } from './queries.ts'
import { findLastActivity, findPeopleRevision, toAgreed, toViewer } from './viewer.ts'

/** The viewer of a live session, with what they agreed to, and when they were last active. */
export const viewerFact = definePageFact({
  statement: ({ db, session, now }) => session && findPageViewerStatement(db, session, now),
  read(rows, { portraitOf }) {
    const viewer = toViewer(rows ?? [], portraitOf)
    return {
      viewer,
      agreed: viewer && toAgreed(rows),
      lastActivity: findLastActivity(rows ?? []),
      peopleRevision: findPeopleRevision(rows ?? []),
    }
  },
})
