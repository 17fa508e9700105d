import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function TermsAndConditions() {
  return <LegalPage kind="terms" />
}
