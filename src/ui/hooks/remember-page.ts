/** Returns a function that says whether this page is still the current one, so that a late response redirects no other page. */
export function rememberPage(): () => boolean {
  const at = addressOf(location)
  return () => addressOf(location) === at
}

const addressOf = ({ pathname, search }: Location) => pathname + search
