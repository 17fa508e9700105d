import { type ReactNode, useRef } from 'react'
import { BlockDialog } from '#features/blocks/ui/block-part.ts'
import { ReportDialog } from '#features/reports/ui/report-part.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActEntries, useActs, type Act } from '#ui/overlays/acts.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

/** What else one can do about a person, in a menu; its dialogs stand outside of the portrait. */
export function useSafety(
  { id, firstName }: { id: string; firstName: string },
  isNoScript: boolean,
): { menu: ReactNode; dialogs: ReactNode } {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const person = { id, firstName }
  const acts: Act[] = [
    {
      id: 'report',
      icon: 'flag',
      label: t('safety.open.report'),
      renderDialog: (props) => <ReportDialog {...props} person={person} place="profile" />,
    },
    {
      id: 'block',
      icon: 'ban',
      label: t('safety.open.block'),
      danger: true,
      renderDialog: (props) => <BlockDialog {...props} person={person} place="profile" />,
    },
  ]
  const { buttonOf, dialogs } = useActs({ acts, isNoScript }, box, '[popovertarget]')
  const menu = (
    <div ref={box}>
      <Menu label={t('safety.open.menu')}>
        <ActEntries acts={acts} buttonOf={buttonOf} />
      </Menu>
    </div>
  )
  return { menu, dialogs }
}
