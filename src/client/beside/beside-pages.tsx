import { AppBadge } from './app-badge.tsx'
import { InstallOffer } from './install-offer.tsx'

/** What can wait until a member's page works, whichever page it is. */
export function BesidePages() {
  return (
    <>
      <AppBadge />
      <InstallOffer />
    </>
  )
}
