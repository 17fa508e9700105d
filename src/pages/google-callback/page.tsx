import { CallbackPage } from '#features/providers/ui/callback-page.tsx'

export default function GoogleCallback() {
  return <CallbackPage />
}
