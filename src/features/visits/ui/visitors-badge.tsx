import { Await } from '#shared/react/deferred.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CountBadge } from '#ui/feedback/badge.tsx'

/** A dot for new visitors at an entrance to their page, since who only looked is small news: the page's late count, then whatever is live. */
export function VisitorsBadge() {
  return (
    <Await<number> name="visitors" fallback={null}>
      {(count) => <NewVisitors known={count ?? 0} />}
    </Await>
  )
}

function NewVisitors({ known }: { known: number }) {
  // Those whom the page of visitors came with are being looked at; who comes while it is open is new.
  const isHere = usePage().page === routes.visitors.key
  const count = useLive((live) => live.visitors) ?? (isHere ? 0 : known)
  return <CountBadge count={count} said="common.nav.newVisitors" isDot />
}
