import { Await } from '#shared/react/deferred.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CountBadge } from '#ui/feedback/badge.tsx'

/**
 * A dot for new visitors at a link to their page: the page's deferred count, then the live one. It has no number, because a visit
 * is minor news. `copy`: the page's frame has one before it.
 */
export function VisitorsBadge({ copy = false }: { copy?: boolean }) {
  return (
    <Await<number> name="visitors" copy={copy} fallback={null}>
      {(count) => <NewVisitors known={count ?? 0} />}
    </Await>
  )
}

function NewVisitors({ known }: { known: number }) {
  // Visitors that the page was loaded with are being looked at; visitors that arrive while it is open are new.
  const isHere = usePage().page === routes.visitors.key
  const count = useLive((live) => live.visitors) ?? (isHere ? 0 : known)
  return <CountBadge count={count} said="common.nav.newVisitors" isDot />
}
