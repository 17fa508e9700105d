import type { AccountProps } from '#features/account/contract.ts'
import { accountStatements, toAccount } from '#features/account/server/public.ts'
import { readPreferences } from '#features/member-hub/server/public.ts'
import { readNotifications } from '#features/notifications/server/list.ts'
import { readerStatement } from '#features/notifications/server/queries.ts'
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
    readerStatement(context.db, context.sub),
    ...accountStatements(context),
  ],
  props(
    context,
    [[privacy], linked, [reader], ...account],
  ): MainSettingsProps & {
    timeZone: string
    account: AccountProps
    linked: LinkedAccountsProps
  } {
    if (!privacy || !reader) throw notFound()
    return {
      privacy,
      timeZone: reader.timeZone,
      linked: loadLinkedAccounts(context.env, linked, context.now),
      account: toAccount(context, account),
    }
  },
  late: ({ env, sub, now, translator }) => ({
    preferences: readPreferences(env, sub),
    notifications: readNotifications(env, { memberId: sub, locale: translator.locale.code, before: null, now }),
  }),
  title: ({ translator }) => translator.t('settings.title'),
})
