import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function PrivacyPolicy() {
  return <LegalPage kind="privacy" />
}
