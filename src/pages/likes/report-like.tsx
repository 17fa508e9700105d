import { useRef } from 'react'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'

type ReportLikeProps = { person: { id: string; firstName: string }; isNoScript: boolean }

/** Reports a member for what came with their like. They are blocked, too, so the list loads again without them. */
export function ReportLike({ person, isNoScript }: ReportLikeProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const action: GuardedAction = {
    id: `report-${person.id}`,
    icon: 'flag',
    label: t('safety.open.reportNamed', { name: person.firstName }),
    renderDialog: (props) => <ReportDialog {...props} person={person} source="profile" onReported={refreshPage} />,
  }
  const { buttonOf, dialogs } = useGuardedActions({ actions: [action], isNoScript }, box)
  return (
    <div ref={box}>
      <IconButton icon="flag" label={action.label} data-act={action.id} aria-haspopup="dialog" {...buttonOf(action)} />
      {dialogs}
    </div>
  )
}
