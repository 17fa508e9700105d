import { newId } from '#ui/browser/new-id.ts'
import { clientErrorActions, maxReports, type ErrorReport } from '#features/client-errors/contract.ts'
import { describeError, signatureOf, type Caught } from '#features/client-errors/rules.ts'
import { findRoute } from '#shared/routing/match.ts'

const reported = new Set<string>()

/** Drawn once for the page: all its errors are reported, or none. */
const draw = Math.random()

/** An extension changes every page of its owner: so many of the drawn pages say so. */
const extensionShare = 0.01

/** Reports errors of this page: each once, a few at most, and only of the pages that are drawn. */
export function reportErrors(all: readonly Caught[], declared: string): void {
  const [build = '', share = '0'] = declared.split(' ')
  for (const caught of all) {
    if (draw >= Number(share) * (caught.kind === 'extension' ? extensionShare : 1)) continue
    const described = describeError(caught, location.origin)
    if (!described || reported.has(signatureOf(described)) || reported.size >= maxReports) continue
    reported.add(signatureOf(described))
    const route = findRoute(location.pathname)?.route.key ?? 'not-found'
    send({ id: newId(), build, route, ...described })
  }
}

/** Without the session: a report belongs to no member. It outlives the page, because an error may be the reason to leave it. */
function send(report: ErrorReport): void {
  void fetch(clientErrorActions.report.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {}) // The next error may get through.
}
