import { NotFoundGuestLayout } from '../not-found-guest.tsx'
import { useNotFoundTexts } from './not-found-texts.ts'
import { useSiteFrame } from './site-frame-props.ts'

export default function NotFoundGuestFrame() {
  return <NotFoundGuestLayout {...useSiteFrame()} notFound={useNotFoundTexts()} />
}
