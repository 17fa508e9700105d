import { watchErrors } from '../errors/watch-errors.ts'
import { reloadOnStaleChunk } from '../navigation/stale-chunk.ts'
import { stayWhileOffline } from '../offline.ts'
import { rememberTimeZone } from '../time-zone.ts'

/** Start of the shell, which the service worker paints in place of a document that takes long. */
watchErrors()
stayWhileOffline()
reloadOnStaleChunk()
rememberTimeZone()
void import('./shell.tsx').then((part) => part.fillShell())
