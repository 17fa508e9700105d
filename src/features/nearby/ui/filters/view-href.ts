import { toQuery, type NearbyView } from '#features/nearby/contract.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'

/** URLs of the list: the first page of a view, or the page after a cursor. */
export function useViewHref() {
  const href = useHref()
  return (view: NearbyView, cursor?: string) => href(routes.peopleNearby, {}, { query: { ...toQuery(view), cursor } })
}
