/** How many pages a second an isolate reads by SQL while areas are away. */
const mostPerSecond = 20

let second = 0
let admitted = 0

/** Whether a page may be read by SQL because an area is away: many at once would be too much for D1, which other pages need. */
export function admitFallback(now: number): boolean {
  const current = Math.floor(now / 1000)
  if (current !== second) [second, admitted] = [current, 0]
  admitted++
  return admitted <= mostPerSecond
}
