import { LinkedAccounts } from '#features/auth/providers/ui/linked-accounts.tsx'
import { DeleteSection } from '#features/settings/ui/delete-section.tsx'
import { EmailSection } from '#features/settings/ui/email-section.tsx'
import { PasswordSection } from '#features/settings/ui/password-section.tsx'
import type { Props } from './props.ts'

export function AccountPane({ account, linked }: Props) {
  return (
    <>
      <EmailSection {...account} />
      <PasswordSection hasPassword={account.hasPassword} />
      <LinkedAccounts {...linked} />
      <DeleteSection />
    </>
  )
}
