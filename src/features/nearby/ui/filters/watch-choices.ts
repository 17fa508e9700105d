import type { PeopleCount } from '#features/nearby/contract.ts'

/** A slider says so much while it moves: people are counted once its choices have rested so long. */
const restMs = 400

/** Shows how many people the choices of a form would show, each time they have rested; the latest answer counts. Gives back what ends it. */
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
