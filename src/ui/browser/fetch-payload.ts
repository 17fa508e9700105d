import type { Bootstrap } from '#shared/bootstrap.ts'

/** What a page answers with as data. `data` is missing where it redirects. */
type Payload<Props> = { build: string; data?: { props: Props } }

/**
 * Returns the props of a page at a path or URL, without opening it: it counts as no visit. Null if the page redirects. Throws if it cannot
 * be fetched, and if it is of another build than the code on screen, which may not understand it.
 */
export async function fetchProps<Props>(address: string): Promise<Props | null> {
  const { pathname, search } = new URL(address, location.href)
  const response = await fetch(`${pathname}/_payload.json${search}`, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`A page answers ${response.status}`)
  const { build, data }: Payload<Props> = await response.json()
  if (build !== runningBuild()) throw new Error('A page of another build')
  return data?.props ?? null
}

/** The build that made the document, whose code runs until the next one. */
function runningBuild(): string {
  const bootstrap: Pick<Bootstrap, 'build'> = JSON.parse(document.getElementById('bootstrap')?.textContent ?? '{}')
  return bootstrap.build
}
