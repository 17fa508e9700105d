import type { OperatorProps } from '#features/legal/contract.ts'
import type { RestrictedProps } from '#features/restriction/contract.ts'

/** `verification`: the member's consent to it stands. */
export type RestrictedPageProps = RestrictedProps & OperatorProps & { verification: { hasBadge: boolean } | null }
