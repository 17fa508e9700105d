import { BlockDialog } from '#features/blocks/ui/lazy.ts'
import type { Partner } from '#features/chat/ui/inbox/inbox-rows.ts'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { GuardedAction } from '#ui/overlays/guarded-actions.tsx'

/** Safety entries of a conversation's menu. */
export function useSafetyActions(): (partner: Partner) => readonly GuardedAction[] {
  const { t } = useI18n()
  return ({ memberId: id, firstName }) => [
    {
      id: 'report',
      icon: 'flag',
      label: t('safety.open.report'),
      renderDialog: (props) => <ReportDialog {...props} person={{ id, firstName }} source="conversation" />,
    },
    {
      id: 'block',
      icon: 'ban',
      label: t('safety.open.block'),
      danger: true,
      renderDialog: (props) => <BlockDialog {...props} person={{ id, firstName }} source="conversation" />,
    },
  ]
}
