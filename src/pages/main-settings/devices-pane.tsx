import { ConfirmIdentity } from '#features/auth/providers/ui/confirm-identity.tsx'
import { PasskeysSection } from '#features/auth/session/ui/passkeys/passkeys-section.tsx'
import { DevicesSection } from '#features/settings/ui/devices-section.tsx'
import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { Props } from './props.ts'

export function DevicesPane({ account, linked, passkeys }: Props) {
  const href = useHref()
  return (
    <>
      <DevicesSection {...account} />
      <PasskeysSection passkeys={passkeys} isConfirmed={account.isConfirmed}>
        <ConfirmIdentity
          hasPassword={linked.hasPassword}
          accounts={linked.accounts}
          next={href(routes.mainSettings, {}, { query: { section: 'devices' } })}
        />
      </PasskeysSection>
    </>
  )
}
