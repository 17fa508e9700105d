import { useEffect, useState } from 'react'
import type { PeopleNearby } from '#features/nearby/contract.ts'
import { deckQuery } from './deck-query.ts'
import { useViewHref } from './view-href.ts'

/** So few left, and the next page is fetched. */
const enough = 3
/** Pages without anybody that are passed over by themselves; then a link leads on. */
const mostEmpty = 3

type More = Pick<PeopleNearby, 'people' | 'next' | 'boostViews'> & { of: PeopleNearby; empty: number }

/**
 * The people of a page, and on phones those of the next ones, which are fetched before the last is answered. `countLeft`:
 * how many of some are not answered yet.
 */
export function useMorePeople(nearby: PeopleNearby, countLeft: (people: PeopleNearby['people']) => number) {
  const viewHref = useViewHref()
  const [fetched, setFetched] = useState<More | null>(null)
  const more: More = fetched?.of === nearby ? fetched : { of: nearby, people: [], next: nearby.next, boostViews: null, empty: 0 }
  const people = [...nearby.people, ...more.people]
  const isShort = countLeft(people) <= enough && more.empty < mostEmpty
  const address = isShort && more.next !== null ? viewHref(nearby.view, more.next) : null

  useEffect(() => {
    if (address === null || !matchMedia(deckQuery).matches) return
    let isOver = false
    const load = async () => {
      const part = await import('./fetch-people.ts').catch(() => null)
      const page = (await part?.fetchPeople(address)) ?? null
      if (isOver) return
      setFetched((before) => {
        const known = before?.of === nearby ? before : { of: nearby, people: [], next: nearby.next, boostViews: null, empty: 0 }
        // Not to be had: the link to the next page stays.
        if (!page) return { ...known, empty: mostEmpty }
        const ids = new Set([...nearby.people, ...known.people].map(({ id }) => id))
        const fresh = page.people.filter(({ id }) => !ids.has(id))
        const { next, boostViews } = page
        return {
          of: nearby,
          people: [...known.people, ...fresh],
          next,
          boostViews,
          empty: fresh.length > 0 ? 0 : known.empty + 1,
        }
      })
    }
    void load()
    return () => {
      isOver = true
    }
  }, [address, nearby])

  return { people, next: more.next, boostViews: more.boostViews }
}
