/**
 * Returns a browser interface, or undefined if it is missing or throws on access, as settings, extensions and sandboxes can
 * cause. `find` reads it, as in `optional(() => navigator.serviceWorker)`.
 */
export function optional<Api>(find: () => Api): Api | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** The service workers of this origin, if the browser supports them. */
export const findServiceWorkers = (): ServiceWorkerContainer | undefined => optional(() => navigator.serviceWorker) ?? undefined
