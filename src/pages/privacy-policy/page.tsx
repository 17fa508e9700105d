import type { OperatorProps } from '#features/legal/contract.ts'
import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function PrivacyPolicy({ data }: { data: OperatorProps }) {
  return <LegalPage kind="privacy" operator={data.operator} />
}
