import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { isTooLong, type MessageText } from '#ui/messages/use-message-text.ts'
import { kinderPart } from './lazy-browser.ts'

type Options = {
  /** Languages that the two speak, besides the page's. */
  languages: readonly string[] | undefined
  /** Returns whether the next message is the viewer's first one here. */
  isFirst: () => boolean
  text: MessageText
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  type: () => void
}

/** Holds a first message until it is known to be kind, or to be sent as it is. */
export function useKindFirst({ languages = [], isFirst, text, submit, type }: Options) {
  const { locale } = useI18n()
  const [question, show] = useState<ReactNode>(null)
  const hasPassed = useRef(false)
  const isToAsk = () => !hasPassed.current && isFirst()
  /** An empty text only fetches the words. Offline, messages are not held. */
  const maySend = (typed: string) =>
    kinderPart().then(
      (part) => part.askKindly(typed, [locale.code, ...languages], show),
      () => true,
    )

  const hold = async (form: HTMLFormElement) => {
    const typed = text.read()
    if (!(await maySend(typed))) return text.area.current?.focus()
    // Words that came meanwhile have not been read yet.
    hasPassed.current = text.read() === typed
    if (form.isConnected) form.requestSubmit()
  }
  return {
    question,
    submit(event: SubmitEvent<HTMLFormElement>) {
      const typed = text.read()
      if (typed.trim() === '' || isTooLong(typed) || !isToAsk()) return submit(event)
      event.preventDefault()
      void hold(event.currentTarget)
    },
    type() {
      if (isToAsk()) void maySend('')
      type()
    },
  }
}
