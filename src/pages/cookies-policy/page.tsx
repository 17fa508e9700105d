import { LegalPage } from '#features/legal/ui/legal-page.tsx'

export default function CookiesPolicy() {
  return <LegalPage kind="cookies" />
}
