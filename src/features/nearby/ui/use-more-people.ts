import { useEffect, useState } from 'react'
import type { PeopleNearby, PersonCardView } from '#features/nearby/contract.ts'
import { deckQuery } from './filters/deck-query.ts'
import { useViewHref } from './filters/view-href.ts'

/** When only this many people are left, the next page is fetched. */
const enough = 3
/** This many empty pages are skipped automatically; after that, a link continues. */
const mostEmpty = 3

type Page = Pick<PeopleNearby, 'people' | 'boostViews'>
type More = { of: PeopleNearby; pages: readonly Page[]; next: string | null; empty: number }

/**
 * The token of the visible page: the one with the first undecided person. A phone shows that person alone, so a prefetched page
 * counts no views.
 */
export function viewsInSight(pages: readonly Page[], isLeft: (person: PersonCardView) => boolean): string | null {
  return pages.find(({ people }) => people.some(isLeft))?.boostViews ?? null
}

/** The people of a page, and on phones those of the next pages, which are fetched before the last person is decided on. */
export function useMorePeople(nearby: PeopleNearby, isLeft: (person: PersonCardView) => boolean) {
  const viewHref = useViewHref()
  const [fetched, setFetched] = useState<More | null>(null)
  const more: More = fetched?.of === nearby ? fetched : { of: nearby, pages: [nearby], next: nearby.next, empty: 0 }
  const people = more.pages.flatMap((page) => page.people)
  const isShort = people.filter(isLeft).length <= enough && more.empty < mostEmpty
  const address = isShort && more.next !== null ? viewHref(nearby.view, more.next) : null

  useEffect(() => {
    if (address === null || !matchMedia(deckQuery).matches) return
    let isOver = false
    const load = async () => {
      const part = await import('./fetch-people.ts').catch(() => null)
      const page = (await part?.fetchPeople(address)) ?? null
      if (isOver) return
      setFetched((before) => {
        const known = before?.of === nearby ? before : { of: nearby, pages: [nearby], next: nearby.next, empty: 0 }
        // On failure, the link to the next page stays.
        if (!page) return { ...known, empty: mostEmpty }
        const ids = new Set(known.pages.flatMap(({ people: some }) => some.map(({ id }) => id)))
        const fresh = page.people.filter(({ id }) => !ids.has(id))
        return {
          of: nearby,
          pages: [...known.pages, { people: fresh, boostViews: page.boostViews }],
          next: page.next,
          empty: fresh.length > 0 ? 0 : known.empty + 1,
        }
      })
    }
    void load()
    return () => {
      isOver = true
    }
  }, [address, nearby])

  return { people, next: more.next, boostViews: viewsInSight(more.pages, isLeft) }
}
