type Form<Button> = {
  /** What it would send now. */
  content: () => string
  /** Sends it, by a button or by itself; false when it was refused. */
  send: (button: Button | null) => Promise<boolean>
}

/** Saves a form as often as it changes, one save at a time; what changes or is pressed during a save goes out after it. */
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
    // What was refused counts as unsaved.
    if (!isDone) saved = null
    return isDone
  }

  return {
    /** What stands in the form is saved; null: nothing of it. */
    start(content: string | null) {
      saved = content
    },
    /** Whether nobody would save what has changed. */
    isLeftOver: (content: string) => saved !== null && content !== saved && saving === null,
    /** Saves what is not saved yet, or what a button stands for; false when it was refused. */
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
