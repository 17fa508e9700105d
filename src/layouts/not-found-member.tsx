import { NotFoundContent, type NotFoundTexts } from './not-found-content.tsx'
import { type MemberFrameProps, ProtectedLayout } from './protected.tsx'

type NotFoundMemberLayoutProps = MemberFrameProps & { notFound: NotFoundTexts }

/** The 404 of a signed-in member: their usual navigation leads back. */
export function NotFoundMemberLayout({ notFound, ...frame }: NotFoundMemberLayoutProps) {
  return (
    <ProtectedLayout {...frame}>
      <NotFoundContent {...notFound} />
    </ProtectedLayout>
  )
}
