import type { AccountStepProps } from '#features/account/contract.ts'
import { AccountStepPanel } from '#features/account/ui/account-step-panel.tsx'

export default function Account({ data }: { data: AccountStepProps }) {
  return data.account && <AccountStepPanel step={data.account} />
}
