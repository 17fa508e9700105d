import { waitUntil } from 'cloudflare:workers'

/** After this time the next request may load: a request that was aborted while loading never ends its turn. */
const longestTurnMs = 10_000

const loaded = new Map<string, unknown>()
/** Imports of modules that have been evaluated, by their places. */
const known = new Map<string, () => Promise<unknown>>()

/** A module names its dynamic imports, so that `loadAhead` finds them. */
export function knowImport(place: string, load: () => Promise<unknown>): void {
  known.set(place, load)
}

/** Loads what requests would load one by one, and what that would load in turn. */
export async function loadAhead(): Promise<void> {
  for (;;) {
    const missing = [...known].filter(([place]) => !loaded.has(place))
    if (missing.length === 0) return
    await Promise.all(missing.map(async ([place, load]) => loaded.set(place, await load())))
  }
}

let turnBegan: number | undefined

/** Imports the module of this key. One import runs at a time, and waiting requests poll within their own request. */
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
    // All requests share Vite's promise of a module, so an aborted request stays alive until its import is done.
    waitUntil(loading)
    return await loading
  } finally {
    turnBegan = undefined
  }
}
