import type { OperatorProps } from '#features/legal/contract.ts'
import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function DataProcessingConsent({ data }: { data: OperatorProps }) {
  return <LegalPage kind="consent" operator={data.operator} />
}
