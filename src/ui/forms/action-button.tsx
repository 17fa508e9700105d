import type { ReactNode } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { Button, type ButtonLook } from '../controls/button.tsx'
import { Notice } from '../feedback/notice.tsx'
import styles from './action-button.module.css'
import { ActionForm } from './action-form.tsx'

type ActionButtonProps = ButtonLook & {
  action: Action<object>
  /** The fields that the action reads. */
  fields?: Readonly<Record<string, string>>
  children: ReactNode
  describedBy?: string
  /** The action redirects to this page, which keeps its scroll position and focus. */
  stays?: boolean
}

/** One button in a form of its own. */
export function ActionButton({ action, fields = {}, children, describedBy, stays, ...look }: ActionButtonProps) {
  return (
    <ActionForm action={action} className={styles.form} stays={stays}>
      {({ error, pending }) => (
        <>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button {...look} pending={pending} aria-describedby={describedBy}>
            {children}
          </Button>
          {error ? <Notice kind="error">{error}</Notice> : null}
        </>
      )}
    </ActionForm>
  )
}
