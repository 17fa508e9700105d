/**
 * Numbers the decisions of one page, so that the last one is that of the last press, however long the answers take. Returns
 * what shows a decision at its press; that returns what its answer shows, unless a newer press came meanwhile.
 */
export function numberDecisions<Shown>(show: (shown: Shown) => void): (atOnce: Shown) => (answered: Shown) => void {
  let newest = 0
  return (atOnce) => {
    const own = ++newest
    show(atOnce)
    return (answered) => {
      if (own === newest) show(answered)
    }
  }
}
