type BuildMeta = { routes: Record<string, { key: string; hash: string }> }

/** The build's manifest of its pages; null if it cannot be read. Read once per build. */
const known = new Map<string, Promise<BuildMeta | null>>()

/**
 * Returns true when a page is the same in both builds: its scripts, styles and messages have not changed, so either build can
 * show the other's data. If a manifest is missing, the page counts as changed.
 */
export async function isSamePage(ours: string, theirs: string, page: string): Promise<boolean> {
  const [before, after] = await Promise.all([readMeta(ours), readMeta(theirs)])
  const hash = before && hashOf(before, page)
  return hash !== null && hash !== undefined && hash === (after && hashOf(after, page))
}

const hashOf = ({ routes }: BuildMeta, page: string) => Object.values(routes).find(({ key }) => key === page)?.hash

function readMeta(build: string): Promise<BuildMeta | null> {
  const reading = known.get(build) ?? fetchMeta(build)
  known.set(build, reading)
  void reading.then((meta) => meta ?? known.delete(build)) // The next navigation asks again.
  return reading
}

async function fetchMeta(build: string): Promise<BuildMeta | null> {
  try {
    const response = await fetch(`/builds/meta/${build}.json`)
    return response.ok ? ((await response.json()) as BuildMeta) : null
  } catch {
    return null
  }
}
