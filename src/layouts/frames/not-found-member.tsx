import { NotFoundContent } from '../not-found-content.tsx'
import { useNotFoundTexts } from './not-found-texts.ts'
import ProtectedFrame from './protected.tsx'

/** The 404 of a signed-in member: their usual navigation leads back, or the one page that they can open. */
export default function NotFoundMemberFrame() {
  return (
    <ProtectedFrame>
      <NotFoundContent {...useNotFoundTexts()} />
    </ProtectedFrame>
  )
}
