import { defaultView, type NearbyView } from '#features/nearby/contract.ts'
import { useViewHref } from './filters/view-href.ts'

type NextStep = { kind: 'paged' | 'filtered' | 'near'; href: string }

/** The next step that a list without people suggests, if any. Looking further away always needs the visitor's own press. */
export function useNextStep(view: NearbyView, isFirstPage: boolean): NextStep | null {
  const viewHref = useViewHref()
  const unfiltered = { ...defaultView, order: view.order, wide: view.wide }
  if (!isFirstPage) return { kind: 'paged', href: viewHref(view) }
  if (viewHref(view) !== viewHref(unfiltered)) return { kind: 'filtered', href: viewHref(unfiltered) }
  return view.wide ? null : { kind: 'near', href: viewHref({ ...view, wide: true }) }
}
