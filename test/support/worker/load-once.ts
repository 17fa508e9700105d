import { waitUntil } from 'cloudflare:workers'

/** A request that was cut off while it loaded never ends its turn. */
const longestTurnMs = 10_000

const loaded = new Map<string, unknown>()
let turnBegan: number | undefined

/** What the import at this place gives. One import is under way at a time, and whoever waits does so in a request of their own. */
export async function loadOnce<Module>(place: string, load: () => Promise<Module>): Promise<Module> {
  while (!loaded.has(place) && isTaken()) await scheduler.wait(1)
  if (!loaded.has(place)) loaded.set(place, await takeTurn(load))
  return loaded.get(place) as Module
}

function isTaken(): boolean {
  return turnBegan !== undefined && Date.now() - turnBegan < longestTurnMs
}

async function takeTurn<Module>(load: () => Promise<Module>): Promise<Module> {
  turnBegan = Date.now()
  try {
    const loading = load()
    // Vite's promise of a module is everybody's: a request whose client has gone lives until its own is kept.
    waitUntil(loading)
    return await loading
  } finally {
    turnBegan = undefined
  }
}
