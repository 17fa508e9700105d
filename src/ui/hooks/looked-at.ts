/** True while the window is visible and focused: as far as a browser can know, only then is somebody looking at it. */
export const isLookedAt = (): boolean => !document.hidden && document.hasFocus()

/** Calls back whenever that may have changed; ends with `signal`. */
export function onLookedAt(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', listener, { signal })
  // The focus has changed once the event is over.
  for (const name of ['focus', 'blur']) addEventListener(name, () => queueMicrotask(listener), { signal })
}
