import { readCursor } from '#db/time-cursor.ts'
import { accountStatements, toAccount } from '#features/auth/recovery/server/public.ts'
import { readPreferences } from '#features/notifications/server/public.ts'
import { readNotifications } from '#features/notifications/server/list.ts'
import { readerStatement } from '#features/notifications/server/queries.ts'
import { isPushOn, subscribedStatement } from '#features/push/server/public.ts'
import { operatorOf, readLegalTexts } from '#features/legal/server/public.ts'
import { blockOutcomes } from '#features/blocks/contract.ts'
import { blockedStatement, toBlockedList } from '#features/blocks/server/public.ts'
import { linkedAccountsStatement, loadLinkedAccounts } from '#features/auth/providers/server/public.ts'
import { passkeysStatement, toPasskeys } from '#features/auth/session/server/public.ts'
import { addressesFor, attemptsStatement, toVerification, verificationFactsStatement } from '#features/photos/server/public.ts'
import type { OwnPublicProfile } from '#features/public-profiles/contract.ts'
import { readerOf } from '#features/profile/server/reader-of.ts'
import { ownPublicStatement, toOwnPublicProfile } from '#features/public-profiles/server/public.ts'
import { exportStatement, toExportProps } from '#features/personal-data/server/public.ts'
import { reportOutcomes } from '#features/reports/contract.ts'
import { endedStatement, toEndedList } from '#features/reports/server/public.ts'
import { ReportForm } from '#features/reports/ui/lazy.ts'
import type { SettingsSection } from '#features/settings/contract.ts'
import { readFaq } from '#features/site/server/public.ts'
import { privacyStatement } from '#features/settings/server/queries.ts'
import { toTimeZones } from '#features/settings/server/time-zones.ts'
import { notFound } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { operatorEmail } from '#server/operator-email.ts'
import { publicOrigin } from '#server/origin.ts'
import { defineLoad, type LoadContext } from '#server/pages/load.ts'
import type { Props } from './props.ts'
import { panes } from './lazy.tsx'

export default defineLoad({
  statements: (context) => [
    privacyStatement(context.db, context.viewerId),
    linkedAccountsStatement(context.db, context.viewerId, context.sid),
    readerStatement(context.db, context.viewerId),
    blockedStatement(context.db, context.viewerId, readCursor(context.url.searchParams.get('blocked')).cursor),
    endedStatement(context.db, context.viewerId),
    subscribedStatement(context.db, context.sid),
    // These read no row if their section is not open.
    passkeysStatement(context.db, sectionOf(context.url) === 'devices' ? context.viewerId : ''),
    ownPublicStatement(context.db, sectionOf(context.url) === 'privacy' ? context.viewerId : ''),
    exportStatement(context.db, sectionOf(context.url) === 'privacy' ? context.viewerId : '', context.now),
    attemptsStatement(context.db, sectionOf(context.url) === 'verification' ? context.viewerId : ''),
    verificationFactsStatement(context.db, sectionOf(context.url) === 'verification' ? context.viewerId : ''),
    ...accountStatements({ ...context, sub: context.viewerId }),
  ],
  async props(
    context,
    [[privacy], linked, [reader], blocked, ended, subscribed, passkeys, [ownPublic], exports, attempts, [facts], ...account],
  ): Promise<Props> {
    if (!privacy || !reader) throw notFound()
    const done = context.url.searchParams.get('done')
    const section = sectionOf(context.url)
    const linkedAccounts = loadLinkedAccounts(context.env, linked, context.now)
    return {
      privacy,
      section,
      legal: section === 'legal' ? await readLegalTexts(context.translator.locale.code, operatorOf(context.env)) : null,
      faq: section === 'help' ? await readFaq(context.translator.locale.code) : null,
      zones: await toTimeZones(reader.timeZone, context.timeZone, context.translator.locale),
      publicProfile: ownPublic ? await readOwnPublic(context, ownPublic) : null,
      verification: facts
        ? toVerification(attempts, facts, {
            addressOf: await addressesFor(context.env, context.viewerId, context.now),
            now: context.now,
          })
        : null,
      passkeys: toPasskeys(passkeys),
      dataExport: toExportProps(exports, linkedAccounts.isConfirmed, context.now),
      linked: linkedAccounts,
      blocked: toBlockedList(blocked),
      ended: toEndedList(ended, context.url.searchParams.get('report')),
      done: blockOutcomes.find((outcome) => outcome === done) ?? null,
      reported: reportOutcomes.find((outcome) => outcome === done) ?? null,
      contactEmail: operatorEmail(context.env),
      push: isPushOn(context.env) ? { isSubscribed: subscribed.length > 0 } : null,
      account: toAccount(context, account),
    }
  },
  deferred: ({ env, viewerId, now, translator, timeZone, url }) => ({
    preferences: readPreferences(env, viewerId),
    ...(sectionOf(url) === 'latest'
      ? {
          notifications: readNotifications(env, {
            memberId: viewerId,
            locale: translator.locale.code,
            timeZone,
            before: null,
            now,
          }),
        }
      : {}),
  }),
  parts: (_, { section, ended }) => [panes[section ?? 'account'], ...(ended.chosen ? [ReportForm] : [])],
  title: ({ translator }) => translator.t('settings.title'),
})

/** Its texts are rendered here, because the settings themselves need no messages of profiles. */
async function readOwnPublic(context: LoadContext, row: Parameters<typeof toOwnPublicProfile>[0]): Promise<OwnPublicProfile> {
  const { code } = context.translator.locale
  const messages = await loadMessages(code, ['profile', 'public-profile'])
  const translator = createTranslator(code, messages, { timeZone: context.timeZone })
  return toOwnPublicProfile(row, publicOrigin(context.env, context.url.href), {
    ...context,
    translator,
    reader: await readerOf([], translator.locale.code),
  })
}

const settingsSections: readonly SettingsSection[] = [
  'account',
  'devices',
  'notifications',
  'privacy',
  'look',
  'help',
  'legal',
  'latest',
  'verification',
]

/** Lists of people have their own query parameters, which open their section. */
function sectionOf({ searchParams }: URL): SettingsSection | null {
  if (['done', 'blocked', 'report'].some((name) => searchParams.has(name))) return 'privacy'
  return settingsSections.find((section) => section === searchParams.get('section')) ?? null
}
