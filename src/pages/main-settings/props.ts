import type { AccountProps, LinkedAccountsProps, PasskeyProps } from '#features/auth/contract.ts'
import type { BlockedList, BlockOutcome } from '#features/blocks/contract.ts'
import type { ContactProps } from '#features/contact/contract.ts'
import type { ReadableText } from '#features/legal/contract.ts'
import type { ExportProps } from '#features/personal-data/contract.ts'
import type { VerificationProps } from '#features/photos/contract.ts'
import type { EndedList, ReportOutcome } from '#features/reports/contract.ts'
import type { OwnPublicProfile } from '#features/public-profiles/contract.ts'
import type { ReadableFaq } from '#features/site/contract.ts'
import type { MainSettingsProps } from '#features/settings/contract.ts'

export type Props = MainSettingsProps &
  ContactProps & {
    account: AccountProps
    /** Both are null until they are opened. */
    legal: ReadableText[] | null
    /** Null until its section is opened. */
    publicProfile: OwnPublicProfile | null
    faq: ReadableFaq | null
    linked: LinkedAccountsProps
    passkeys: PasskeyProps[]
    dataExport: ExportProps
    /** Null until its section is opened. */
    verification: VerificationProps | null
    blocked: BlockedList
    ended: EndedList
    done: BlockOutcome | null
    reported: ReportOutcome | null
    /** Whether this device receives push messages; null if the deployment has none. */
    push: { isSubscribed: boolean } | null
  }
