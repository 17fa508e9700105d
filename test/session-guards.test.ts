import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A token stays valid for minutes after its session has ended, and `requireMember` checks the database. Places that
 * check the token alone are listed here, with their number and what proves the session instead. A new line is a
 * decision.
 */
const tokenAlone: Record<string, { places: number; because: string }> = {
  'src/server/auth/require-member.ts': {
    places: 2,
    because: 'these are requireMember and requireAnyMember: the live session follows',
  },
  'src/server/auth/batch-as-member.ts': { places: 1, because: 'its batch reads the live session, and its writes hold it' },
  'src/features/auth/session/server/routes.ts': { places: 1, because: 'requireMember has looked it up' },
  'src/features/location/server/places/search-limit.ts': {
    places: 1,
    because: 'towns are the same for everyone, and no row of the database is read for them',
  },
  'src/features/likes/server/like-member.ts': { places: 1, because: 'its writes hold the live session, or follow requireMember' },
}

/** The same for code that reads the session from the context itself. */
const contextAlone: Record<string, { places: number; because: string }> = {
  'src/features/auth/recovery/server/email-change.ts': { places: 1, because: 'ends the very session' },
  'src/features/auth/recovery/server/reset.ts': { places: 1, because: 'ends the very session' },
  'src/features/locale/server/routes.ts': { places: 1, because: 'saveLocale writes while the session is alive' },
  'src/features/nearby/server/page-limit.ts': { places: 1, because: 'only counts against the token’s own member' },
  'src/features/ops/server/staff.ts': { places: 1, because: 'findStaff joins the live session' },
  'src/features/auth/providers/server/link.ts': { places: 1, because: 'compared only; requireMember follows' },
  'src/features/auth/sign-up/server/change-address.ts': { places: 1, because: 'findViewerStatement follows' },
  'src/features/auth/sign-up/server/verify.ts': { places: 1, because: 'of a registration, which the code of its e-mail proves' },
  'src/features/auth/session/server/browser-session.ts': { places: 2, because: 'replaces or ends the very session' },
  'src/features/auth/session/server/require-viewer.ts': { places: 1, because: 'this is findViewer: findViewerStatement follows' },
  'src/features/auth/session/server/routes.ts': { places: 1, because: 'findViewerStatement follows' },
  'src/features/auth/session/server/notify-other-devices.ts': { places: 1, because: 'leaves this session out of who is told' },
  'src/server/auth/require-member.ts': { places: 1, because: 'this is requireMember: the live session is joined' },
  'src/server/auth/require-session.ts': { places: 1, because: 'this is requireSession' },
  'src/worker/photo-files.ts': { places: 1, because: 'listServable asks for the live session, or a page has within the minute' },
  'src/worker/middleware/provider-callback.ts': { places: 1, because: 'findViewerStatement follows' },
  'src/worker/realtime-poll.ts': { places: 1, because: 'the hub knows the sessions that have ended' },
  'src/worker/realtime.ts': {
    places: 2,
    because: 'the hub knows the sessions that have ended, and admits sockets to conversations',
  },
  'src/worker/render/guest-pages.ts': { places: 1, because: 'only decides whether the stored page is for guests' },
  'src/worker/render/page-pipeline.ts': { places: 2, because: 'the page’s batch has the viewer’s row' },
  'src/worker/render/respond.ts': { places: 1, because: 'only beside a viewer, whom the page’s batch has read' },
}

/** File → number of uses. */
function placesOf(pattern: RegExp): Record<string, number> {
  const files = globSync('src/{server,features,pages,worker,layouts}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const counted = files.map((file) => [file, readFileSync(file, 'utf8').match(pattern)?.length ?? 0] as const)
  return Object.fromEntries(counted.filter(([, places]) => places > 0).sort())
}

const listed = (table: Record<string, { places: number }>) =>
  Object.fromEntries(Object.entries(table).map(([file, { places }]) => [file, places]))

test('who calls requireMemberSession proves the live session in the query that follows, one by one', () => {
  const called = placesOf(/(?<!function )requireMemberSession\(/g)
  expect(called).toEqual(listed(tokenAlone))
})

test('so does who takes the session from the context', () => {
  expect(placesOf(/get\('session'\)/g)).toEqual(listed(contextAlone))
})
