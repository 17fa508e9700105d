import { Suspense, useRef, useState } from 'react'
import { BlockDialog } from '#features/blocks/ui/lazy.ts'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import type { LikeCardView } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { BotherBox } from '#ui/kinder/lazy-browser.ts'
import { useUnkind } from '#ui/kinder/use-unkind.ts'
import { useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'

type ReportLikeProps = { person: LikeCardView; isNoScript: boolean }

/** Lines whose question was closed in this document. */
const closed = new Set<string>()

/**
 * Reports a member for what came with their like. They are blocked, too, so the list loads again without them. A line with unkind words
 * has the question below it whether it bothers its reader.
 */
export function ReportLike({ person, isNoScript }: ReportLikeProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const { id, firstName } = person
  const line = person.tie?.line ?? null
  const report: GuardedAction = {
    id: `report-${id}`,
    icon: 'flag',
    label: t('safety.open.reportNamed', { name: firstName }),
    renderDialog: (props) => <ReportDialog {...props} person={person} source="profile" onReported={refreshPage} />,
  }
  const block: GuardedAction = {
    id: `block-${id}`,
    icon: 'ban',
    label: t('safety.open.block'),
    renderDialog: (props) => <BlockDialog {...props} person={person} source="list" />,
  }
  const { buttonOf, dialogs } = useGuardedActions({ actions: [report], isNoScript }, box)
  const { mark, isUnkind } = useUnkind<HTMLDivElement>(line, person.languages ?? [])
  const key = `${id} ${line}`
  const [isClosed, setClosed] = useState(closed.has(key))
  const close = () => {
    closed.add(key)
    setClosed(true)
    box.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <div ref={box}>
        <IconButton icon="flag" label={report.label} data-act={report.id} aria-haspopup="dialog" {...buttonOf(report)} />
        {dialogs}
      </div>
      <div ref={mark}>
        {isUnkind && !isClosed ? (
          <Suspense fallback={null}>
            <BotherBox actions={[{ ...report, label: t('safety.open.report') }, block]} onClose={close} />
          </Suspense>
        ) : null}
      </div>
    </>
  )
}
