import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function DataProcessingConsent() {
  return <LegalPage kind="consent" />
}
