/** Tells, later, whether the page is still the one of now: a late answer leads nobody away from another one. */
export function rememberPage(): () => boolean {
  const at = addressOf(location)
  return () => addressOf(location) === at
}

const addressOf = ({ pathname, search }: Location) => pathname + search
