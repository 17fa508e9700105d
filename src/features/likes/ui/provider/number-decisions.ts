/**
 * Numbers the decisions of one page, so that the last one is that of the last press, however late the responses. Returns a
 * function that shows a decision at its press; it returns a function for the response, which does nothing after a newer press.
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
