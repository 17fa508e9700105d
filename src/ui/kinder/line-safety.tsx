import { Suspense, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { useGuardedActions, type GuardedAction } from '../overlays/guarded-actions.tsx'
import { BotherBox } from './lazy-browser.ts'
import { useUnkind } from './use-unkind.ts'

type LineSafetyProps = {
  person: { id: string; firstName: string }
  /** What came with their like; null if nothing was written. */
  line: string | null
  /** Those that the two speak. */
  languages: readonly string[]
  report: GuardedAction
  block: GuardedAction
  isNoScript: boolean
}

/** Lines whose question was closed in this document. */
const closed = new Set<string>()

/** Reports what came with a like. A line with unkind words has the question below it whether it bothers its reader. */
export function LineSafety({ person, line, languages, report, block, isNoScript }: LineSafetyProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const { buttonOf, dialogs } = useGuardedActions({ actions: [report], isNoScript }, box)
  const { mark, isUnkind } = useUnkind<HTMLDivElement>(line, languages)
  const key = `${person.id} ${line}`
  const [isClosed, setClosed] = useState(closed.has(key))
  const close = () => {
    closed.add(key)
    setClosed(true)
    box.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <div ref={box}>
        <IconButton
          icon="flag"
          label={t('safety.open.reportNamed', { name: person.firstName })}
          data-act={report.id}
          aria-haspopup="dialog"
          {...buttonOf(report)}
        />
        {dialogs}
      </div>
      <div ref={mark}>
        {isUnkind && !isClosed ? (
          <Suspense fallback={null}>
            <BotherBox actions={[report, block]} onClose={close} />
          </Suspense>
        ) : null}
      </div>
    </>
  )
}
