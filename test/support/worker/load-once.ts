import { waitUntil } from 'cloudflare:workers'

/** After this time the next request may load, because a request that was aborted while loading never ends its turn. */
const longestTurnMs = 10_000

const loaded = new Map<string, unknown>()
let turnBegan: number | undefined

/** Imports the module of this key. One import runs at a time, and waiting requests poll within their own request. */
export async function loadOnce<Module>(place: string, load: () => Promise<Module>): Promise<Module> {
  while (!loaded.has(place) && isTaken()) await scheduler.wait(1)
  if (!loaded.has(place)) loaded.set(place, await takeTurn(load))
  return loaded.get(place) as Module
}

/** Waits until no import is running. */
export async function importsDone(): Promise<void> {
  while (isTaken()) await scheduler.wait(1)
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
