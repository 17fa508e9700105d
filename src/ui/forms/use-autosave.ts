import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref, type SubmitEvent } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import type { FormView } from './action-form.tsx'
import { createSaver } from './saver.ts'
import { formBody, sendAction, type ActionAnswer, type ActionBody, type AllLiked } from './send-action.ts'

export type Autosave = {
  /** Saves pending changes; false if the server refused them. */
  flush(): Promise<boolean>
}

type AutosaveInput<Answer extends object> = {
  action: Action<Answer>
  isUnsaved: boolean
  onSaved: ((data: AllLiked<Answer>, body: ActionBody) => void) | undefined
  ref: Ref<Autosave> | undefined
}

/**
 * Decides when an autosave form is sent, with which values, and what its response shows. A change not yet saved is sent when the
 * form is removed.
 */
export function useAutosave<Answer extends object>({ action, isUnsaved, onSaved, ref }: AutosaveInput<Answer>) {
  const { t } = useI18n()
  const flash = useFlash(action.form)
  const form = useRef<HTMLFormElement>(null)
  const [saver] = useState(createSaver<HTMLElement>)
  const [answer, setAnswer] = useState<ActionAnswer | null>(null)
  const [pending, setPending] = useState(false)

  const send = async (element: HTMLFormElement, button: HTMLElement | null): Promise<boolean> => {
    setPending(true)
    const body = formBody(element, button)
    const answered = await sendAction(action, body, t('common.error.offline'))
    setPending(false)
    setAnswer(answered)
    if (answered.kind === 'refused') return false
    takeRevision(element, answered.data)
    onSaved?.(answered.data, body)
    return true
  }
  const flush = async (button: HTMLElement | null = null): Promise<boolean> => {
    const element = form.current
    if (!element) return true
    return saver.flush({ content: () => contentOf(element), send: (pressed) => send(element, pressed) }, button)
  }
  useImperativeHandle(ref, () => ({ flush: () => flush() }))

  const onChange = useEffectEvent(() => void flush())
  const leave = useEffectEvent((element: HTMLFormElement) => {
    if (saver.isLeftOver(contentOf(element))) void sendAction(action, formBody(element, null), '')
  })
  const begin = useEffectEvent((element: HTMLFormElement) => {
    // Somebody may have changed a field before hydration.
    const isChangedAlready = [...element.elements].some(isChanged)
    saver.start(isUnsaved || isChangedAlready ? null : contentOf(element))
    if (isChangedAlready) onChange()
  })
  useEffect(() => {
    const element = form.current
    if (!element) return
    begin(element)
    const listener = () => onChange()
    element.addEventListener('change', listener)
    return () => {
      element.removeEventListener('change', listener)
      leave(element)
    }
  }, [])

  const refused = answer?.kind === 'refused' ? answer : null
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    void flush(submitter instanceof HTMLElement ? submitter : null)
  }
  const view: FormView = {
    values: flash?.values ?? {},
    fields: answer ? (refused?.fields ?? {}) : (flash?.fields ?? {}),
    error: answer ? refused?.message : flash?.error,
    notice: answer?.kind === 'done' ? answer.notice : answer ? undefined : flash?.notice,
    pending,
  }
  return { form, view, submit }
}

/** Copies the response's revision, from which the next save starts. */
function takeRevision(form: HTMLFormElement, answer: object): void {
  const input = form.elements.namedItem('revision')
  if ('revision' in answer && input instanceof HTMLInputElement) input.value = String(answer.revision)
}

/** The form's values without the revision, which every save changes. */
function contentOf(form: HTMLFormElement): string {
  const { revision: _, ...content } = formBody(form, null)
  return JSON.stringify(content)
}

function isChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement) return [...element.options].some((one) => one.selected !== one.defaultSelected)
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue
  if (!(element instanceof HTMLInputElement) || element.type === 'hidden') return false
  const isTick = element.type === 'checkbox' || element.type === 'radio'
  return isTick ? element.checked !== element.defaultChecked : element.value !== element.defaultValue
}
