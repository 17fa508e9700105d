import { type ReactNode, type RefObject, Suspense, useState } from 'react'
import type { IconName } from '../icons/icon-names.ts'
import { MenuButton } from './menu.tsx'

/** Opens an action's dialog by state, or, without a script, by the button that names its id. */
export type ActionDialogProps = { id: string; open?: boolean | undefined; onClose: () => void }

/** An action that asks for confirmation. `id` is its dialog's, unique on the page. */
export type GuardedAction = {
  id: string
  icon: IconName
  label: string
  danger?: boolean
  renderDialog(props: ActionDialogProps): ReactNode
}

type GuardedActions = {
  actions: readonly GuardedAction[]
  /** True without a script: then every dialog is in the page. */
  isNoScript: boolean
}

/** Opens one action's dialog at a time; afterwards the focus returns into `box`, to `opener` or to the action's own button. */
export function useGuardedActions({ actions, isNoScript }: GuardedActions, box: RefObject<HTMLElement | null>, opener?: string) {
  const [opened, setOpened] = useState<string | null>(null)
  const buttonOf = ({ id }: GuardedAction) => ({
    popoverTarget: isNoScript ? id : undefined,
    onClick: () => setOpened(id),
  })
  const dialogs = actions.map(({ id, renderDialog }) =>
    isNoScript || opened === id ? (
      <Suspense key={id} fallback={null}>
        {renderDialog({
          id,
          open: opened === id || undefined,
          onClose() {
            setOpened(null)
            box.current?.querySelector<HTMLElement>(opener ?? `[data-act="${id}"]`)?.focus()
          },
        })}
      </Suspense>
    ) : null,
  )
  return { buttonOf, dialogs }
}

/** Entries of a menu. */
export function ActionEntries({
  actions,
  buttonOf,
}: Pick<GuardedActions, 'actions'> & Pick<ReturnType<typeof useGuardedActions>, 'buttonOf'>) {
  return actions.map((action) => (
    <MenuButton key={action.id} type="button" icon={action.icon} danger={action.danger} {...buttonOf(action)}>
      {action.label}
    </MenuButton>
  ))
}
