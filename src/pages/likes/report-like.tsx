import { BlockDialog } from '#features/blocks/ui/lazy.ts'
import type { LikeCardView } from '#features/likes/contract.ts'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { LineSafety } from '#ui/kinder/line-safety.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'

type ReportLikeProps = { person: LikeCardView; isNoScript: boolean }

/** Reports a member for what came with their like. They are blocked, too, so the list loads again without them. */
export function ReportLike({ person, isNoScript }: ReportLikeProps) {
  const { t } = useI18n()
  return (
    <LineSafety
      person={person}
      line={person.tie?.line ?? null}
      languages={person.languages ?? []}
      report={{
        id: `report-${person.id}`,
        icon: 'flag',
        label: t('safety.open.report'),
        renderDialog: (props) => <ReportDialog {...props} person={person} source="profile" onReported={refreshPage} />,
      }}
      block={{
        id: `block-${person.id}`,
        icon: 'ban',
        label: t('safety.open.block'),
        renderDialog: (props) => <BlockDialog {...props} person={person} source="list" />,
      }}
      isNoScript={isNoScript}
    />
  )
}
