import { useRef, type SubmitEvent } from 'react'
import { isTooLong, type MessageText } from '#ui/messages/use-message-text.ts'
import { useKinderQuestion } from '#ui/kinder/use-kinder-question.tsx'

type Submit = (event: SubmitEvent<HTMLFormElement>) => void

type Options = {
  languages: readonly string[] | undefined
  /** Returns whether the next message is the viewer's first one here. */
  isFirst: () => boolean
  text: MessageText
  submit: Submit
  type: () => void
}

/** Holds a first message until it is known to be kind, or to be sent as it is. */
export function useKindFirst({ languages, isFirst, text, submit, type }: Options) {
  const { warm, maySend, question } = useKinderQuestion(languages)
  const hasPassed = useRef(false)
  const isHeld = useRef(false)

  const hold = async (form: HTMLFormElement, typed: string) => {
    isHeld.current = true
    const sends = await maySend(typed)
    isHeld.current = false
    if (!sends) return text.area.current?.focus()
    // Words that came meanwhile have not been read yet.
    hasPassed.current = text.read() === typed
    if (form.isConnected) form.requestSubmit()
  }
  const isToAsk = () => !hasPassed.current && isFirst()
  return {
    question,
    submit(event: SubmitEvent<HTMLFormElement>) {
      const typed = text.read()
      if (typed.trim() === '' || isTooLong(typed) || !isToAsk()) return submit(event)
      event.preventDefault()
      if (!isHeld.current) void hold(event.currentTarget, typed)
    },
    type() {
      if (isToAsk()) warm()
      type()
    },
  }
}
