import { useRef } from 'react'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
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
    label: t('safety.open.report'),
    renderDialog: (props) => <ReportDialog {...props} person={person} source="profile" onReported={refreshPage} />,
  }
  const { buttonOf, dialogs } = useGuardedActions({ actions: [action], isNoScript }, box)
  return (
    <div ref={box}>
      <Button
        type="button"
        kind="quiet"
        size="s"
        icon={action.icon}
        data-act={action.id}
        aria-haspopup="dialog"
        {...buttonOf(action)}
      >
        {action.label}
      </Button>
      {dialogs}
    </div>
  )
}
