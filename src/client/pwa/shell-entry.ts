import { watchErrors } from '../errors/watch-errors.ts'
import { reloadOnStaleChunk } from '../navigation/stale-chunk.ts'
import { stayWhileOffline } from '../offline.ts'
import { rememberTimeZone } from '../time-zone.ts'

/** Entry of the shell, which the service worker shows in place of a slow document. */
watchErrors()
stayWhileOffline()
reloadOnStaleChunk()
rememberTimeZone()
void import('./shell.tsx').then((part) => part.fillShell())
