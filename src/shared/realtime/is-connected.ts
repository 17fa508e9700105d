import type { Viewer } from '../bootstrap.ts'

/** True for members whose pages hold a connection. */
export function isConnected({ state }: Pick<Viewer, 'state'>): boolean {
  return state === 'complete' || state === 'paused'
}
