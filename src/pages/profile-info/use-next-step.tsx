import type { MouseEvent } from 'react'
import { putBackListed, takeNextListed } from '#features/nearby/ui/listed-people.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { findListBefore, goBack, goTo } from '#ui/hooks/go-back.ts'

/** Navigation from a profile: back to its list at the previous position, or to the next of the people nearby. */
export function useNextStep() {
  const href = useHref()
  const viewer = usePage().viewer?.id ?? ''
  const list = href(routes.peopleNearby, {})

  /** Focuses the name, so that a screen reader announces whose page this is. */
  async function show(id: string) {
    await goTo(href(routes.profileInfo, { id }))
    document.getElementById('person')?.focus({ preventScroll: true })
  }
  return {
    list,
    onBack(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !findListBefore()) return
      event.preventDefault()
      history.back()
    },
    /** Continues after a decision about the person. */
    async goOn({ id }: { id: string }) {
      const next = findListBefore()?.key === routes.peopleNearby.key ? takeNextListed(viewer, id) : null
      if (next === null) return goBack(list)
      await show(next)
    },
    /** Returns to the person after their decision, which had led to `next`, was undone. */
    async goBackTo({ id }: { id: string }, next: string) {
      putBackListed(viewer, id, next)
      await show(id)
    },
  }
}
