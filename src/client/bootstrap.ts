import type { Bootstrap } from '#shared/bootstrap.ts'

/** Reads the data that the server rendered this document with. */
export function readBootstrap(): Bootstrap {
  return JSON.parse(document.getElementById('bootstrap')?.textContent ?? 'null') as Bootstrap
}
