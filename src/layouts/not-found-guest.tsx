import { NotFoundContent, type NotFoundTexts } from './not-found-content.tsx'
import { SiteFrame, type SiteFrameProps } from './site-frame.tsx'

type NotFoundGuestLayoutProps = SiteFrameProps & { notFound: NotFoundTexts }

/** The 404 of a visitor who is not signed in. */
export function NotFoundGuestLayout({ notFound, ...frame }: NotFoundGuestLayoutProps) {
  return (
    <SiteFrame {...frame}>
      <NotFoundContent {...notFound} />
    </SiteFrame>
  )
}
