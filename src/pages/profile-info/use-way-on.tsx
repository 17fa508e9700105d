import type { MouseEvent } from 'react'
import { takeNextListed } from '#features/nearby/ui/listed-people.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { findListBefore, goBack, goTo } from '#ui/go-back.ts'

/** The ways that lead from a profile: back to where its list was left, or on to who comes next in people nearby. */
export function useWayOn() {
  const href = useHref()
  const viewer = usePage().viewer?.id ?? ''
  const list = href(routes.peopleNearby, {})
  return {
    list,
    onBack(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !findListBefore()) return
      event.preventDefault()
      history.back()
    },
    /** They were decided about. The focus goes to the next one's name, so that it is said whose page this is. */
    async goOn({ id }: { id: string }) {
      const next = findListBefore()?.key === routes.peopleNearby.key ? takeNextListed(viewer, id) : null
      if (next === null) return goBack(list)
      await goTo(href(routes.profileInfo, { id: next }))
      document.getElementById('person')?.focus({ preventScroll: true })
    },
  }
}
