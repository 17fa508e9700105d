import { useI18n } from '#shared/i18n/context.tsx'
import { Late } from '#shared/late.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { CountBadge } from '#ui/badge.tsx'

/** New visitors at an entrance to their page; on the page itself they are being looked at. */
export function VisitorsBadge({ copy }: { copy?: boolean }) {
  const { tn } = useI18n()
  const isHere = usePage().page === routes.visitors.key
  return (
    <Late<number> name="visitors" copy={copy} fallback={null}>
      {(count) => (isHere || !count ? null : <CountBadge count={count} label={tn('common.nav.newVisitors', count)} />)}
    </Late>
  )
}
