/** Runs the steps of a page's start. One that throws is reported and does not stop the others, least of all hydration. */
export function startAll(...steps: readonly (() => void)[]): void {
  for (const step of steps)
    try {
      step()
    } catch (error) {
      reportError(error)
    }
}
