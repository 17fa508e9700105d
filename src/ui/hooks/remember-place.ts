/** Tells, later, whether the page is still the one of now: a late answer leads nobody away from another one. */
export function rememberPlace(): () => boolean {
  const at = placeOf(location)
  return () => placeOf(location) === at
}

const placeOf = ({ pathname, search }: Location) => pathname + search
