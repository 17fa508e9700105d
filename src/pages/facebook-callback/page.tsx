import { CallbackPage } from '#features/auth/providers/ui/callback-page.tsx'

export default function FacebookCallback() {
  return <CallbackPage />
}
