import { use, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { FormNameContext } from '../fields/field-id.ts'
import { useFlash } from '#shared/react/page-context.tsx'
import { SessionContext, type SessionCalls, type SessionOutcome } from '#shared/react/session-context.ts'
import type { Action, Refused } from '#shared/routing/action.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { onRestored } from '../browser/on-restored.ts'
import { refreshPage } from '../hooks/refresh-page.ts'
import { follow } from './follow.ts'
import { formBody, sendAction, type ActionAnswer, type ActionBody, type AllLiked } from './send-action.ts'
import { findNavigation } from '../browser/navigate.ts'

export type FormView = {
  /** Values as typed when the form was refused; lists are under the name without `[]`. */
  values: Record<string, string | string[]>
  /** Translated texts per field, without fields that have been corrected since. */
  fields: Record<string, string>
  error: string | undefined
  notice: string | undefined
  pending: boolean
}

type ActionFormProps<Answer extends object> = {
  action: Action<Answer>
  /** Distinguishes the forms if a page has one action more than once; by default the action's own form name. */
  name?: string
  children: (view: FormView) => ReactNode
  className?: string
  /** Called with the response's JSON if there was no redirect. */
  onDone?: NoInfer<(data: AllLiked<Answer>) => void>
  /** After success, load the next page as a new document: for signing in and out. */
  reload?: boolean
  /** If a success redirects to this same page, only its data is reloaded: scroll, focus and the form stay. */
  stays?: boolean | undefined
  /** Prepares what the form needs before it is sent; false cancels sending. */
  prepare?: () => Promise<boolean>
  /** Sends it through the page's session store, which sends the token and handles the response: for signing up, in and out. */
  through?: (session: SessionCalls, body: ActionBody) => Promise<SessionOutcome>
}

/**
 * A plain form that posts to an action. With a script it sends JSON, keeps the typed values, shows mistakes and follows the
 * redirect. Without one, the same action answers by redirect and flash, and this component renders the same view.
 */
export function ActionForm<Answer extends object>({
  action,
  name = action.form,
  children,
  className,
  onDone,
  reload,
  stays = false,
  prepare,
  through,
}: ActionFormProps<Answer>) {
  const { t } = useI18n()
  const flash = useFlash(name)
  const openSession = use(SessionContext)
  const form = useRef<HTMLFormElement>(null)
  const [answer, setAnswer] = useState<ActionAnswer | null>(null)
  const [pending, setPending] = useState(false)
  const sent = useRef<FormData>(null)
  const [mended, setMended] = useState<readonly string[]>([])

  // The form was sent and the page was left: nothing is pending any more.
  useEffect(() => onRestored(() => setPending(false)), [])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const body = formBody(event.currentTarget, event.nativeEvent.submitter)
    sent.current = new FormData(event.currentTarget)
    setPending(true)
    if (prepare && !(await prepare())) return setPending(false)
    // If the store's script cannot load, the action is sent without it.
    const session = through && (await openSession?.().catch(() => null))
    const answered = session ? await through(session, body) : await sendAction(action, body, t('common.error.offline'))
    if (answered === null) return
    const texts = { offline: t('common.error.offline'), internal: t('common.error.internal') }
    const result = typeof answered === 'string' ? failed(texts[answered]) : answered
    const target = result.kind === 'done' ? result.redirect : undefined
    const isSame = stays && target !== undefined && isHere(target)
    if (target !== undefined && !isSame) await follow(target, reload === true)
    setPending(false)
    setMended([])
    setAnswer(result)
    if (isSame) refreshPage()
    else if (result.kind === 'done' && target === undefined) onDone?.(result.data)
  }

  const refused = answer?.kind === 'refused' ? answer : null
  const refusedFields = answer ? refused?.fields : flash?.fields
  useLayoutEffect(() => {
    const element = form.current
    if (!refusedFields || !element) return
    const before = sent.current ?? new FormData(element)
    // Only a new refusal moves the focus.
    const focus = refused && document.activeElement
    void import('./form-mistakes.ts').then(
      (part) => part.leadThrough(element, { fields: refusedFields, before, focus }, setMended),
      () => {}, // offline: mistakes stay marked
    )
  }, [refusedFields, refused])

  const all = Object.entries(refusedFields ?? {})
  const wrong = all.filter(([name]) => !mended.includes(name))
  const view: FormView = {
    values: flash?.values ?? {},
    fields: Object.fromEntries(wrong),
    error: all.length > wrong.length && wrong.length === 0 ? undefined : answer ? refused?.message : flash?.error,
    notice: answer?.kind === 'done' ? answer.notice : answer ? undefined : flash?.notice,
    pending,
  }
  return (
    <form ref={form} method="post" action={action.path} className={className} onSubmit={submit} noValidate>
      <noscript>
        <input type="hidden" name="plain" value="1" />
      </noscript>
      <FormNameContext value={name}>{children(view)}</FormNameContext>
    </form>
  )
}

function failed(message: string): Refused {
  return { kind: 'refused', status: 0, code: 'internal', message, fields: {} }
}

/** Without the Navigation API, a page cannot be reloaded in place. */
function isHere(target: string): boolean {
  return findNavigation() !== undefined && target === location.pathname + location.search
}
