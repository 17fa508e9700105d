import { newId } from '#ui/browser/new-id.ts'
import { clientErrorActions, maxReports, type ErrorReport } from '#features/client-errors/contract.ts'
import { describeError, signatureOf, type Caught } from '#features/client-errors/rules.ts'
import { findRoute } from '#shared/routing/match.ts'

const reported = new Set<string>()

/** Drawn at random once per page: all its errors are reported, or none. */
const draw = Math.random()

/** An extension changes every page of its user, so only this share of the drawn pages reports it. */
const extensionShare = 0.01

/** Reports errors of this page: each once, a few at most, and only on pages drawn at random. */
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

/**
 * Sent without the session: a report belongs to no member. It survives leaving the page, because an error may be the reason to
 * leave.
 */
function send(report: ErrorReport): void {
  void fetch(clientErrorActions.report.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {}) // The next error may be reported again.
}
