import type { AccountStepProps } from '#features/auth/contract.ts'
import { AccountStepPanel } from '#features/auth/recovery/ui/account-step-panel.tsx'

export default function Account({ data }: { data: AccountStepProps }) {
  return data.account && <AccountStepPanel step={data.account} />
}
