import { NotFoundMemberLayout } from '../not-found-member.tsx'
import { useMemberFrame } from './member-frame-props.tsx'
import { useNotFoundTexts } from './not-found-texts.ts'

export default function NotFoundMemberFrame() {
  return <NotFoundMemberLayout {...useMemberFrame()} notFound={useNotFoundTexts()} />
}
