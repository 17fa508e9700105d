/** True while the window is visible and has the focus: only then does somebody look at it, as far as a browser can know. */
export const isLookedAt = (): boolean => !document.hidden && document.hasFocus()

/** Calls back whenever that may have changed; ends with `signal`. */
export function onLookedAt(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', listener, { signal })
  // The focus is there or gone once the event is over.
  for (const name of ['focus', 'blur']) addEventListener(name, () => queueMicrotask(listener), { signal })
}
