import { distanceBand } from '#features/location/server/public.ts'
import type { DistanceBand } from '#features/location/contract.ts'
import { mostBoosts, type AreaAnswer, type AreaQuery, type FoundPerson } from '#features/nearby/server/areas/contract.ts'
import { windowSize } from '#features/nearby/contract.ts'
import { languageMask } from '#features/profile/server/public.ts'
import { isWithin } from '#features/nearby/rules.ts'
import { assess, rankIn } from '#features/nearby/server/public.ts'
import type { Candidates, RunningBoost } from './candidates.ts'
import { criteriaOf } from './criteria.ts'

/** What a call allocates for nothing if the same viewer is compared with a cell again: bands are few, and dear to compute. */
class Bands {
  readonly #own: { x: number; y: number } | null
  readonly #bands = new Map<number, DistanceBand>()

  constructor(own: { x: number; y: number } | null) {
    this.#own = own
  }

  to(cell: { x: number; y: number }): DistanceBand {
    if (!this.#own) return 'over'
    const key = cell.y * 0x10000 + cell.x
    const known = this.#bands.get(key)
    if (known !== undefined) return known
    const band = distanceBand(this.#own, cell)
    this.#bands.set(key, band)
    return band
  }
}

/** The newest of a window who fit, scored, and those whose boosts end first. No SQL, no other object. */
export function findIn(candidates: Candidates, query: AreaQuery): AreaAnswer {
  const { seeker, view, at, likers } = query
  const { cellX: x, cellY: y } = seeker
  const bands = new Bands(x === null || y === null ? null : { x, y })
  const criteria = criteriaOf(query)
  const viewer = { ...seeker, languages: languageMask(seeker.languages) }
  const isOther = (slot: number) => candidates.idOf(slot) !== seeker.id
  const isNear = (slot: number) => isOther(slot) && (view.within === null || isWithin(bands.to(candidates.cellOf(slot)), view))
  const toPerson = (slot: number): FoundPerson => {
    const facts = candidates.factsOf(slot)
    const { points } = assess(viewer, facts, bands.to(candidates.cellOf(slot)), at)
    return { id: candidates.idOf(slot), activeAt: facts.activeAt, rank: rankIn(view, facts.activeAt, points) }
  }
  const isFit = (slot: number) => candidates.fits(slot, criteria) && isNear(slot)
  // The neutral order raises no one.
  const running = view.order === 'neutral' ? [] : listRunning(candidates, at)
  return {
    found: candidates.select(query, criteria, isNear, windowSize).map(toPerson),
    boosted: running.map(({ slot, boostId, endsAt }) => ({
      ...toPerson(slot),
      boostId,
      endsAt,
      fits: isFit(slot),
    })),
    liked: likers
      .flatMap((id) => candidates.slotOf(id) ?? [])
      .filter(isFit)
      .map(toPerson),
  }
}

function listRunning(candidates: Candidates, at: number): RunningBoost[] {
  const running: RunningBoost[] = []
  for (const boost of candidates.boosts()) {
    if (boost.endsAt > at && boost.startsAt <= at) running.push(boost)
    if (running.length >= mostBoosts) break
  }
  return running
}
