import type { OperatorProps } from '#features/legal/contract.ts'
import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function TermsAndConditions({ data }: { data: OperatorProps }) {
  return <LegalPage kind="terms" operator={data.operator} />
}
