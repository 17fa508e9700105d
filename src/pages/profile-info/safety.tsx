import { type ReactNode, useRef } from 'react'
import { BlockDialog } from '#features/blocks/ui/lazy.ts'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionEntries, useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

/** Safety actions about a person, in a menu; its dialogs are outside the portrait. */
export function useSafety(
  { id, firstName }: { id: string; firstName: string },
  isNoScript: boolean,
): { menu: ReactNode; dialogs: ReactNode; report: GuardedAction; block: GuardedAction } {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const person = { id, firstName }
  const report: GuardedAction = {
    id: 'report',
    icon: 'flag',
    label: t('safety.open.report'),
    renderDialog: (props) => <ReportDialog {...props} person={person} source="profile" />,
  }
  const block: GuardedAction = {
    id: 'block',
    icon: 'ban',
    label: t('safety.open.block'),
    danger: true,
    renderDialog: (props) => <BlockDialog {...props} person={person} source="profile" />,
  }
  const actions = [report, block]
  const { buttonOf, dialogs } = useGuardedActions({ actions, isNoScript }, box, '[popovertarget]')
  const menu = (
    <div ref={box}>
      <Menu label={t('safety.open.menu')}>
        <ActionEntries actions={actions} buttonOf={buttonOf} />
      </Menu>
    </div>
  )
  return { menu, dialogs, report, block }
}
