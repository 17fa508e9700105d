type Pressed = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/** What browsers report instead of a key that an input method handles. */
const takenKeyCode = 229

/**
 * Whether an input method handles the key press: its Enter confirms a word, its Escape drops one, its arrows choose one. Safari
 * ends the composition before that Enter, so `isComposing` is false and only the key code shows it.
 */
export function isInputMethodKey({ isComposing, keyCode }: Pressed): boolean {
  return isComposing || keyCode === takenKeyCode
}

/** An Escape that only drops a word must not close the dialog around the field, as browsers do by default. */
export function keepOpenWhileComposing(): void {
  document.addEventListener('keydown', (event) => event.key === 'Escape' && isInputMethodKey(event) && event.preventDefault(), {
    capture: true,
  })
}
