import { CallbackPage } from '#features/providers/ui/callback-page.tsx'

export default function FacebookCallback() {
  return <CallbackPage />
}
