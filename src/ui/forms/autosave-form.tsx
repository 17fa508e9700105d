import type { FormEventHandler, ReactNode, Ref } from 'react'
import type { Action } from '#shared/routing/action.ts'
import type { FormView } from './action-form.tsx'
import styles from './autosave-form.module.css'
import { Button } from '../controls/button.tsx'
import { FormNameContext } from '../fields/field-id.ts'
import { Icon } from '../icons/icon.tsx'
import { Notice } from '../feedback/notice.tsx'
import type { ActionBody, AllLiked } from './send-action.ts'
import { useAutosave, type Autosave } from './use-autosave.ts'

type AutosaveFormProps<Answer extends object> = {
  action: Action<Answer>
  children: (view: FormView) => ReactNode
  /** Label of the button, which only a page without a script shows. */
  saveLabel: string
  className?: string
  /** The form starts with a restored draft that has never been sent. */
  isUnsaved?: boolean
  /** Called after each save with its response and the sent values. */
  onSaved?: NoInfer<(data: AllLiked<Answer>, body: ActionBody) => void>
  onInput?: FormEventHandler<HTMLFormElement>
  /** Renders a refusal if the page offers solutions. */
  renderRefusal?: (error: string) => ReactNode
  ref?: Ref<Autosave>
}

/**
 * A plain form that saves each change at once: a tick or a choice immediately, text when its field loses focus. Changes during a
 * save are sent after it. Without a script, the form has a button.
 */
export function AutosaveForm<Answer extends object>({
  action,
  children,
  saveLabel,
  className,
  onSaved,
  renderRefusal,
  isUnsaved = false,
  onInput,
  ref,
}: AutosaveFormProps<Answer>) {
  const { form, view, submit } = useAutosave({ action, isUnsaved, onSaved, ref })
  return (
    <form
      ref={form}
      method="post"
      action={action.path}
      className={className}
      onSubmit={submit}
      onInput={onInput}
      autoComplete="off"
      noValidate
    >
      <noscript>
        <input type="hidden" name="plain" value="1" />
      </noscript>
      <FormNameContext value={action.form}>{children(view)}</FormNameContext>
      {view.error ? <Notice kind="error">{renderRefusal?.(view.error) ?? view.error}</Notice> : null}
      {/* Always in the document, so that nothing moves when the text appears and a screen reader announces it. */}
      <output className={styles.state}>
        {view.notice && !view.pending ? (
          <>
            <Icon name="check" size="s" />
            {view.notice}
          </>
        ) : null}
      </output>
      <noscript>
        <Button>{saveLabel}</Button>
      </noscript>
    </form>
  )
}
