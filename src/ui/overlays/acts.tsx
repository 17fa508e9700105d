import { type ReactNode, type RefObject, Suspense, useState } from 'react'
import type { IconName } from '../icons/icon-names.ts'
import { MenuButton } from './menu.tsx'

/** How an act's dialog is shown: opened by state, or, where no script runs, by the button that names its id. */
export type ActDialogProps = { id: string; open?: boolean | undefined; onClose: () => void }

/** Something weighty that asks first. `id` is that of its dialog, unique on the page. */
export type Act = {
  id: string
  icon: IconName
  label: string
  danger?: boolean
  renderDialog(props: ActDialogProps): ReactNode
}

type Acts = { acts: readonly Act[]; /** No script runs: every dialog stands in the page. */ isNoScript: boolean }

/** Opens one act's dialog at a time; afterwards the focus goes back into `box`, to `opener` or to the act's own button. */
export function useActs({ acts, isNoScript }: Acts, box: RefObject<HTMLElement | null>, opener?: string) {
  const [opened, setOpened] = useState<string | null>(null)
  const buttonOf = ({ id }: Act) => ({
    popoverTarget: isNoScript ? id : undefined,
    onClick: () => setOpened(id),
  })
  const dialogs = acts.map(({ id, renderDialog }) =>
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
export function ActEntries({ acts, buttonOf }: Pick<Acts, 'acts'> & Pick<ReturnType<typeof useActs>, 'buttonOf'>) {
  return acts.map((act) => (
    <MenuButton key={act.id} type="button" icon={act.icon} danger={act.danger} {...buttonOf(act)}>
      {act.label}
    </MenuButton>
  ))
}
