const visitsChange = 'visits'

/** Calls back when this page has recorded a visit, or the answer to an offer. */
export function onVisits(listener: () => void): () => void {
  addEventListener(visitsChange, listener)
  return () => removeEventListener(visitsChange, listener)
}

export function noteVisits(): void {
  dispatchEvent(new Event(visitsChange))
}
