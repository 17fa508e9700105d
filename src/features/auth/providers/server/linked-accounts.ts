import * as v from 'valibot'
import { providerNames, type LinkedAccountsProps } from '#features/auth/contract.ts'
import { listAccounts } from '../rules.ts'
import { isFreshlyConfirmed } from '#features/auth/session/server/public.ts'
import type { Env } from '#server/env.ts'
import { offeredProviders } from './settings.ts'

export { linkedAccountsStatement } from './queries.ts'

type Row = { hasPassword: number; confirmedAt: number | null; linked: string }
const linkedList = v.array(v.picklist(providerNames))

/** Returns the row of `linkedAccountsStatement` as shown in the settings. */
export function loadLinkedAccounts(env: Env, [row]: readonly Row[], now: number): LinkedAccountsProps {
  const hasPassword = row?.hasPassword === 1
  const linked = v.parse(linkedList, JSON.parse(row?.linked ?? '[]'))
  return {
    accounts: listAccounts({ linked, offered: offeredProviders(env), hasPassword }),
    hasPassword,
    isConfirmed: isFreshlyConfirmed(row?.confirmedAt ?? null, now),
  }
}
