import {
  deletionReasons,
  deletionWaitMs,
  type DeleteStep,
  type LeavingExport,
  type LeavingLink,
  type LeavingStep,
  type ProviderName,
  type WelcomeBackStep,
} from '#features/auth/contract.ts'
import { linkedAccountsStatement, loadLinkedAccounts } from '#features/auth/providers/server/public.ts'
import { deletionStatement, lastOperatorStatement } from '#features/auth/session/server/public.ts'
import { balanceAt, premiumUntil, type Entry } from '#features/entitlements/contract.ts'
import { ledgerStatement } from '#features/entitlements/server/public.ts'
import { owedConsents } from '#features/legal/server/public.ts'
import { openRestrictionStatement, toRestrictedProps } from '#features/restriction/server/public.ts'
import { exportActions, megabytes, type ExportProps } from '#features/personal-data/contract.ts'
import { exportHref, exportStatement, toExportProps } from '#features/personal-data/server/public.ts'
import { recentlyPaidStatement } from '#features/store/orders/server/public.ts'
import { operatorEmail } from '#server/operator-email.ts'
import type { LoadContext, QueryContext, Rows } from '#server/pages/load.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { href } from '#shared/routing/href.ts'
import { deleteStep, welcomeBackStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'

/** The step is one about leaving an account. */
export const isLeaving = (url: URL) => [deleteStep, welcomeBackStep].includes(url.searchParams.get('step') ?? '')

/** For the page's batch, if the step is about leaving. Guests and registrations have no such rows. */
export function leavingStatements({ db, viewerId: memberId, sid, now }: QueryContext) {
  return [
    linkedAccountsStatement(db, memberId, sid),
    ledgerStatement(db, memberId),
    recentlyPaidStatement(db, memberId, now),
    lastOperatorStatement(db, memberId),
    deletionStatement(db, memberId),
    openRestrictionStatement(db, memberId),
    exportStatement(db, memberId, now),
  ] as const
}

type Read = Rows<ReturnType<typeof leavingStatements>>

/** Null for guests. The texts are rendered here, because the page itself needs none of them. */
export async function readLeaving(context: LoadContext, rows: Read): Promise<LeavingStep | null> {
  const { viewer, timeZone, translator } = context
  if (!viewer) return null
  const { code } = translator.locale
  const messages = await loadMessages(code, ['common', 'leaving', 'legal', 'restricted', 'settings'])
  const words = createTranslator(code, messages, { timeZone })
  return viewer.state === 'deleted' ? toWelcomeBack(context, words, rows) : toDelete(context, words, rows)
}

function toDelete(
  { env, now, viewer, agreed }: LoadContext,
  words: Translator,
  [linked, ledger, paid, [last], , , exports]: Read,
): DeleteStep {
  const { t, format, locale } = words
  const accounts = loadLinkedAccounts(env, linked, now)
  const isRegistration = viewer?.state === 'unverified'
  const isLast = last?.isLast === 1
  const list = (name: 'goes' | 'stays') => ({ title: t(`leaving.${name}.title`), items: t(`leaving.${name}.items`).split('\n') })
  const confirmLabel = (provider: ProviderName) =>
    t('settings.linked.confirmWith', { provider: t(`settings.linked.names.${provider}`) })
  const ways = accounts.accounts.filter(({ isLinked, isOffered }) => isLinked && isOffered)
  const isConfirmed = isRegistration || accounts.isConfirmed
  // Only a passkey opens the account, and it confirms nothing.
  const hasNoWay = !isConfirmed && !accounts.hasPassword && ways.length === 0
  const owesConsent = agreed !== null && owedConsents(agreed).length > 0
  const hasSettings = (viewer?.state === 'complete' || viewer?.state === 'paused') && !owesConsent
  const orders = href(routes.store, {}, { locale: locale.code, query: { view: 'orders' } })
  // The store is closed to members without settings, too.
  const withdrawal =
    paid.length === 0
      ? { link: null, text: null }
      : hasSettings
        ? { link: { href: orders, label: t('leaving.owned.withdraw') }, text: null }
        : { link: null, text: t('leaving.owned.ask', { email: operatorEmail(env) }) }
  return {
    kind: 'delete',
    title: t(isRegistration ? 'leaving.registration.title' : 'leaving.title'),
    lead: isLast
      ? t('leaving.lastOperator')
      : hasNoWay
        ? t('leaving.noWay')
        : isRegistration
          ? t('leaving.registration.lead')
          : t('leaving.lead', { day: format.date(now + deletionWaitMs) }),
    lists: isRegistration ? [] : [list('goes'), list('stays')],
    owned: isRegistration ? null : toOwned(words, ledger, withdrawal, now),
    exported: isRegistration
      ? null
      : hasSettings
        ? toExportLink(words)
        : toExported(words, toExportProps(exports, isConfirmed, now)),
    confirm: isConfirmed
      ? null
      : {
          title: t('leaving.confirm'),
          password: accounts.hasPassword ? t('leaving.password') : null,
          providers: ways.map(({ provider: name }) => ({ name, label: confirmLabel(name) })),
        },
    reason: isRegistration
      ? null
      : {
          label: t('leaving.reason.label'),
          none: t('leaving.reason.none'),
          options: deletionReasons.map((value) => ({ value, label: t(`leaving.reason.${value}`) })),
        },
    isRefused: isLast || hasNoWay,
    submit: t(isRegistration ? 'leaving.registration.submit' : 'leaving.submit'),
    // The page that belongs to the state: this one is not remembered.
    back: { href: href(routes.signIn, {}, { locale: locale.code }), label: t('leaving.keep') },
  }
}

function toExportLink({ t, locale }: Translator): LeavingExport {
  const link = { href: exportHref('complete', locale.code), label: t('settings.export.ask') }
  return { title: t('settings.export.title'), text: t('settings.export.text'), link, ask: null }
}

/** For members without settings: this page is the place. */
function toExported({ t, format }: Translator, { current, canAsk, isConfirmed }: ExportProps): LeavingExport {
  const texts = [
    current.state === 'ready'
      ? t('settings.export.ready', { size: format.number(megabytes(current.size)), date: format.date(current.expiresAt) })
      : t(`settings.export.${current.state === 'none' ? 'text' : current.state}`),
    ...(isConfirmed || current.state === 'preparing' ? [] : [t('leaving.signInAgain')]),
  ]
  return {
    title: t('settings.export.title'),
    text: texts.join(' '),
    link:
      isConfirmed && current.state === 'ready'
        ? { href: addressOf(exportActions.download, { id: current.id }), label: t('settings.export.download') }
        : null,
    ask: isConfirmed && canAsk ? t('settings.export.ask') : null,
  }
}

/** What is unused of what was bought; null if nothing is. */
function toOwned(
  { t, tn, format }: Translator,
  ledger: readonly Entry[],
  withdrawal: { link: LeavingLink | null; text: string | null },
  now: number,
) {
  const premium = premiumUntil(ledger, now)
  const giftKinds = new Set(ledger.map(({ kind }) => kind).filter((kind) => kind !== 'premium'))
  const gifts = [...giftKinds]
    .filter((kind) => kind.startsWith('gift-'))
    .reduce((sum, kind) => sum + balanceAt(ledger, kind, now), 0)
  const [boosts, likes] = [balanceAt(ledger, 'boost', now), balanceAt(ledger, 'likes', now)]
  const items = [
    ...(boosts > 0 ? [tn('leaving.owned.boosts', boosts)] : []),
    ...(likes > 0 ? [tn('leaving.owned.likes', likes)] : []),
    ...(gifts > 0 ? [tn('leaving.owned.gifts', gifts)] : []),
    ...(premium !== null && premium > now ? [t('leaving.owned.premium', { day: format.date(premium) })] : []),
  ]
  if (items.length === 0) return null
  const { link, text } = withdrawal
  return { title: t('leaving.owned.title'), items: text === null ? items : [...items, text], link }
}

function toWelcomeBack(
  { env, now }: LoadContext,
  words: Translator,
  [linked, , , , [deletion], [restriction], exports]: Read,
): WelcomeBackStep {
  const { t, format } = words
  const copy = toExportProps(exports, loadLinkedAccounts(env, linked, now).isConfirmed, now)
  const { by = 'member', requestedAt = now, purgeAt = now, step = null } = deletion ?? {}
  const stated = by === 'operator' && restriction ? toRestrictedProps(restriction) : null
  const { appeal = null } = stated ?? {}
  const isOver = deletion === undefined || step !== null
  return {
    kind: 'welcome-back',
    title: t(by === 'operator' ? 'leaving.back.deletedTitle' : 'leaving.back.title'),
    lead: isOver
      ? t('leaving.back.over')
      : t(by === 'operator' ? 'leaving.back.byOperator' : 'leaving.back.lead', {
          date: format.date(requestedAt),
          day: format.date(purgeAt),
        }),
    restore: by === 'operator' || isOver ? null : t('leaving.back.restore'),
    // Only what is ready: nothing new is made of a deleted account.
    exported: copy.current.state === 'ready' ? toExported(words, { ...copy, canAsk: false }) : null,
    statement: stated && {
      title: t('restricted.statement.title'),
      facts: [
        {
          term: t('restricted.statement.rule'),
          text: `${t(`restricted.rule.${stated.rule}.title`)}\n${t(`restricted.rule.${stated.rule}.text`)}`,
        },
        { term: t('restricted.statement.facts'), text: stated.facts },
        { term: t('restricted.statement.decidedBy'), text: t(`restricted.statement.${stated.decidedBy}`) },
      ],
    },
    appeal: stated && {
      title: t('restricted.appeal.title'),
      text: !appeal
        ? t('restricted.appeal.text')
        : appeal.decidedAt === null
          ? t('restricted.appeal.received', { date: format.date(appeal.appealedAt) })
          : t('restricted.appeal.upheld', { date: format.date(appeal.decidedAt) }),
      form: appeal
        ? null
        : { label: t('restricted.appeal.label'), hint: t('restricted.appeal.hint'), submit: t('restricted.appeal.submit') },
    },
    signOut: t('common.nav.signOut'),
    contact: t('legal.help.contact'),
    contactEmail: operatorEmail(env),
  }
}
