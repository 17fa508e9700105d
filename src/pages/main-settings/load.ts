import type { AccountProps } from '#features/account/contract.ts'
import { accountStatements, toAccount } from '#features/account/server/public.ts'
import { readPreferences } from '#features/member-hub/server/public.ts'
import type { LinkedAccountsProps } from '#features/providers/contract.ts'
import { linkedAccountsStatement, loadLinkedAccounts } from '#features/providers/server/public.ts'
import type { MainSettingsProps } from '#features/settings/contract.ts'
import { privacyStatement } from '#features/settings/server/privacy-queries.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  statements: (context) => [
    privacyStatement(context.db, context.sub),
    linkedAccountsStatement(context.db, context.sub, context.sid),
    ...accountStatements(context),
  ],
  props(context, [[privacy], linked, ...account]): MainSettingsProps & { account: AccountProps; linked: LinkedAccountsProps } {
    if (!privacy) throw notFound()
    return { privacy, linked: loadLinkedAccounts(context.env, linked, context.now), account: toAccount(context, account) }
  },
  late: ({ env, sub }) => ({ preferences: readPreferences(env, sub) }),
  title: ({ translator }) => translator.t('settings.title'),
})
