type Pressed = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/** What browsers report instead of a key that an input method has taken. */
const takenKeyCode = 229

/**
 * Whether an input method has taken the press: its Enter confirms a word, its Escape drops one, its arrows choose one.
 * Safari ends the composition before that Enter, so `isComposing` is false there and only the code shows it.
 */
export function isInputMethodKey({ isComposing, keyCode }: Pressed): boolean {
  return isComposing || keyCode === takenKeyCode
}

/** Keeps an Escape that only drops a word from closing the dialog around the field, which browsers do by themselves. */
export function keepOpenWhileComposing(): void {
  document.addEventListener('keydown', (event) => event.key === 'Escape' && isInputMethodKey(event) && event.preventDefault(), {
    capture: true,
  })
}
