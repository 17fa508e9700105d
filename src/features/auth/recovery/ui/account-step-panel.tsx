import type { AccountStep } from '#features/auth/contract.ts'
import { AskResetPanel } from './ask-reset-panel.tsx'
import { ResetPanel } from './reset-panel.tsx'
import { UndoPanel } from './undo-panel.tsx'

/** Steps of the sign-in page for people who cannot sign in. */
export function AccountStepPanel({ step }: { step: AccountStep }) {
  if (step.kind === 'undo') return <UndoPanel t={step.t} />
  return step.code ? <ResetPanel code={step.code} why={step.why} /> : <AskResetPanel />
}
