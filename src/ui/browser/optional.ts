/**
 * Returns an interface of the browser, or undefined where it is missing, or throws at the mere mention: settings, extensions and sandboxes do
 * either. `find` names it, as in `optional(() => navigator.serviceWorker)`.
 */
export function optional<Api>(find: () => Api): Api | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** The service workers of this origin, where the browser has any. */
export const findServiceWorkers = (): ServiceWorkerContainer | undefined => optional(() => navigator.serviceWorker) ?? undefined
