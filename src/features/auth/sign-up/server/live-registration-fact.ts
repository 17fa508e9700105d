import { definePageFact } from '#server/pages/page-fact.ts'
import { hasLiveRegistrationStatement } from './queries.ts'

/** True if a guest opened the link (`?t=`) of a pending registration. */
export const liveRegistrationFact = definePageFact({
  statement({ db, route, session, url, now }) {
    const link = session || !route.rules?.includes('registration') ? null : url.searchParams.get('t')
    return link ? hasLiveRegistrationStatement(db, link, now) : null
  },
  read: (rows) => rows !== null && rows.length > 0,
})
