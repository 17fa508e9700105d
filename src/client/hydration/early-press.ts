/**
 * Remembers the last press on a button that only React answers; the returned function presses again. Ends where `onclick` is set
 * to null: from `hydrateRoot` on, React hydrates what is pressed at once.
 */
export function keepEarlyPress(): () => void {
  let pressed: HTMLElement | null = null
  onclick = ({ target }) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('[type=button]:not([popovertarget])') : null
  }
  return () => pressed?.click()
}
