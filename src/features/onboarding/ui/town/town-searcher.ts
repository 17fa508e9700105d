import { placeLimits, townActions, type FoundPlace, type FoundPlaces } from '#features/location/contract.ts'
import type { ErrorBody } from '#shared/errors.ts'

/** How long somebody has to stop typing before a search, ms. */
const pauseMs = 200

/** `refused` has the reason for the reader. */
export type TownAnswer = { kind: 'found'; towns: FoundPlace[] } | { kind: 'refused'; message: string } | { kind: 'offline' }

type Ask = (typed: string, signal: AbortSignal) => Promise<TownAnswer>

/** Searches while somebody types. Only the answer to what was typed last is shown; null: there is nothing to search for. */
export function createTownSearcher(show: (answer: TownAnswer | null) => void, ask: Ask = askServer) {
  let stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    stop.abort()
    clearTimeout(timer)
  }
  return {
    type(typed: string) {
      cancel()
      stop = new AbortController()
      const { signal } = stop
      if (typed.trim().length < placeLimits.least) return show(null)
      timer = setTimeout(async () => {
        const answer = await ask(typed, signal)
        if (!signal.aborted) show(answer)
      }, pauseMs)
    },
    cancel,
  }
}

async function askServer(typed: string, signal: AbortSignal): Promise<TownAnswer> {
  const query = new URLSearchParams({ q: typed.slice(0, placeLimits.typed) })
  try {
    const response = await fetch(`${townActions.find.path}?${query}`, { headers: { Accept: 'application/json' }, signal })
    if (response.ok) {
      const { places }: FoundPlaces = await response.json()
      return { kind: 'found', towns: places }
    }
    const { error }: ErrorBody = await response.json()
    return { kind: 'refused', message: error.message }
  } catch {
    return { kind: 'offline' } // no connection, or no JSON; of an aborted search nothing is shown
  }
}
