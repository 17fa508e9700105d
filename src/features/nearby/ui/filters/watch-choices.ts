import type { PeopleCount } from '#features/nearby/contract.ts'

/** Debounce: a moving slider changes often, so people are counted after this pause. */
const restMs = 400

/**
 * Shows how many people a form's choices would find, after each pause; the latest response counts. Returns a function that stops
 * it.
 */
export function watchChoices(
  form: EventTarget,
  count: () => Promise<PeopleCount | null>,
  show: (found: PeopleCount | null) => void,
): () => void {
  const leave = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  const ask = async () => {
    latest += 1
    const own = latest
    const found = await count()
    if (own === latest && !leave.signal.aborted) show(found)
  }
  const onInput = () => {
    clearTimeout(timer)
    timer = setTimeout(ask, restMs)
  }
  form.addEventListener('input', onInput, { signal: leave.signal })
  return () => {
    leave.abort()
    clearTimeout(timer)
  }
}
