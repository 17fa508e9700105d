type Form<Button> = {
  /** The values that would be sent now. */
  content: () => string
  /** Sends the form, for a button or automatically; false if it was refused. */
  send: (button: Button | null) => Promise<boolean>
}

/** Saves a form whenever it changes, one save at a time. Changes and presses during a save are sent after it. */
export function createSaver<Button>() {
  let saved: string | null = null
  let pressed: Button | null = null
  let saving: Promise<boolean> | null = null

  const save = async ({ content, send }: Form<Button>): Promise<boolean> => {
    let isDone: boolean
    do {
      const button = pressed
      pressed = null
      saved = content()
      isDone = await send(button)
    } while (pressed !== null || (isDone && content() !== saved))
    // Refused values count as unsaved.
    if (!isDone) saved = null
    return isDone
  }

  return {
    /** Sets the content that counts as saved; null: none does. */
    start(content: string | null) {
      saved = content
    },
    /** True for a change that no running save includes. */
    isLeftOver: (content: string) => saved !== null && content !== saved && saving === null,
    /** Saves pending changes or sends a button's press; false if it was refused. */
    flush(form: Form<Button>, button: Button | null = null): Promise<boolean> {
      pressed = button ?? pressed
      if (saving) return saving
      if (pressed === null && form.content() === saved) return Promise.resolve(true)
      saving = save(form).finally(() => {
        saving = null
      })
      return saving
    },
  }
}
