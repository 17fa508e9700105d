import { watchErrors } from './errors/watch-errors.ts'
import { stayWhileOffline } from './offline.ts'
import { startAll } from './start-all.ts'
import { rememberTimeZone } from './time-zone.ts'
import { reloadOnStaleChunk } from './navigation/stale-chunk.ts'

/** Start of a signed-in page: hydrates at once. Its imports are preloaded by the document, so none waits for another. */
startAll(watchErrors, stayWhileOffline, reloadOnStaleChunk, rememberTimeZone)
void import('./hydrate.tsx').then((part) => part.hydrate())
