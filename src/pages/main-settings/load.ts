import type { AccountProps } from '#features/account/contract.ts'
import { accountStatements, toAccount } from '#features/account/server/public.ts'
import type { MainSettingsProps } from '#features/settings/contract.ts'
import { privacyStatement } from '#features/settings/server/privacy-queries.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  statements: (context) => [privacyStatement(context.db, context.sub), ...accountStatements(context)],
  props(context, [[privacy], ...account]): MainSettingsProps & { account: AccountProps } {
    if (!privacy) throw notFound()
    return { privacy, account: toAccount(context, account) }
  },
  title: ({ translator }) => translator.t('settings.title'),
})
