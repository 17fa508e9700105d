import { watchErrors } from './errors/watch-errors.ts'
import { keepEarlyPress } from './hydration/early-press.ts'
import { stayWhileOffline } from './offline.ts'
import { startAll } from './start-all.ts'
import { rememberTimeZone } from './time-zone.ts'
import { watchLeaving } from './navigation/leaving.ts'
import { reloadOnStaleChunk } from './navigation/stale-chunk.ts'

/** Entry of a signed-in page: hydrates at once. The document preloads its imports, so none waits for another. */
startAll(watchErrors, stayWhileOffline, watchLeaving, reloadOnStaleChunk, rememberTimeZone)
const pressAgain = keepEarlyPress()
void import('./hydrate.tsx').then((part) => part.hydrate(pressAgain))
