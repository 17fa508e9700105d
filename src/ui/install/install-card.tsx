import { useI18n } from '#shared/i18n/context.tsx'
import { Mark } from '#ui/identity/mark.tsx'
import { InstallSteps } from './install-steps.tsx'
import type { InstallWay } from './install-way.ts'
import { OfferCard } from './offer-card.tsx'

type InstallCardProps = { way: InstallWay; onInstall: () => void; onLater: () => void }

/** Offers to install the app. */
export function InstallCard({ way, onInstall, onLater }: InstallCardProps) {
  const { t } = useI18n()
  return (
    <OfferCard
      sign={<Mark />}
      title={t('install.title')}
      text={t('install.text')}
      later={t('install.later')}
      onLater={onLater}
      action={way === 'prompt' ? { label: t('install.action'), onPress: onInstall } : null}
    >
      {way === 'by-hand' ? <InstallSteps /> : null}
    </OfferCard>
  )
}
