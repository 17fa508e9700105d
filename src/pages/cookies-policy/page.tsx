import type { OperatorProps } from '#features/legal/contract.ts'
import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function CookiesPolicy({ data }: { data: OperatorProps }) {
  return <LegalPage kind="cookies" operator={data.operator} />
}
