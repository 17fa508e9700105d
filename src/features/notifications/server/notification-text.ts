import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { encounterPortrait } from '#shared/encounter-portrait.ts'
import type { Namespace } from '#shared/i18n/messages.ts'
import { dateOfferId } from '#shared/realtime/date-offer-id.ts'
import { ownLikeId, type NotificationPayload } from '#shared/realtime/wire.ts'
import type { DateOffer, Notice, OwnLike } from '../contract.ts'
import { defaultLocale, findLocale } from '#shared/i18n/locales.ts'
import { countedProduct } from '#shared/text/product-name.ts'
import { loadMessages } from '#shared/i18n/load.ts'

/**
 * The person of a notification, as its reader may see them. `icon`: URL of the portrait, for that reader only. `isHidden`: they
 * have paused, so only notifications about an existing tie name them.
 */
export type Person = { firstName: string; icon: string | null; isHidden: boolean }

/** False for a notification that would link to a person who is hidden now. */
export function maySpeakOf(person: Person, kind: Notice['kind']): boolean {
  return !person.isHidden || (kind !== 'like' && kind !== 'favourite')
}

/** A message that has just arrived: the start of its text, and whether it has a photo. */
export type Preview = { text: string; hasPhoto: boolean }

/** Namespaces of messages that the texts below need. */
const wordNamespaces: readonly Namespace[] = ['notifications', 'photos', 'verification', 'likes', 'store']

type Words = Pick<Translator, 't' | 'tn' | 'format'>
type TieKind = 'message' | 'request' | 'match' | 'favourite' | 'gift' | 'like'
type About = { person: Person | null; others: number; preview?: Preview | undefined }

/**
 * Renders a notice for its reader, as the entity of spec §3; null if its person may no longer be seen. `preview` is the start of
 * a message that has just arrived: stored notices do not repeat messages.
 */
export function payloadOf(
  notice: Notice,
  { person, others, preview }: About,
  { t, tn, format }: Words,
): NotificationPayload | null {
  const { id, kind } = notice
  switch (notice.kind) {
    case 'message':
    case 'request':
    case 'match':
    case 'favourite':
    case 'gift':
    case 'like':
      return tiePayload(notice, notice.kind, { person, others, preview }, { t, tn })
    case 'reveal':
      // Others may see the screen, so the notice names no one; the conversation does.
      if (!person) return null
      return {
        id,
        kind,
        link: notice.conversation,
        title: t('notifications.reveal.title'),
        message: t('notifications.reveal.text'),
      }
    case 'stranger':
      return {
        id,
        kind,
        icon: encounterPortrait(notice.encounter),
        link_anon: notice.encounter,
        title: t('notifications.stranger.title'),
        message: t('notifications.stranger.text'),
      }
    case 'visitor':
      return { id, kind, title: tn('notifications.visitor.title', notice.people), message: t('notifications.visitor.text') }
    case 'order':
      return {
        id,
        kind,
        ...(notice.event === 'failed' || notice.event === 'disputed' ? { type: notice.event } : {}),
        link_order: notice.order,
        title: t(`notifications.order.${notice.event}.title`),
        message: [productsOf(notice, { t, tn, format }), t(`notifications.order.${notice.event}.text`)].filter(Boolean).join(' '),
      }
    case 'blind-date':
      return {
        id,
        kind,
        title: t('notifications.blind-date.lobby.title', { time: format.time(notice.slot) }),
        message: t('notifications.blind-date.lobby.text'),
      }
    case 'verification':
      return {
        id,
        kind,
        title: t(`notifications.verification.${notice.outcome}.title`),
        message:
          notice.outcome === 'refused'
            ? t(`verification.reason.${notice.reason}`)
            : t(`notifications.verification.${notice.outcome}.text`),
      }
    case 'moderation':
      return { id, kind, ...moderationWords(notice, { t, tn }) }
    case 'security':
      return { id, kind, type: 'security', ...securityWords(notice, t) }
    default:
      return notice satisfies never
  }
}

/** What one person has done, unless they are hidden from the reader now. */
function tiePayload(
  notice: Notice,
  kind: TieKind,
  { person, others, preview }: About,
  { t, tn }: Pick<Words, 't' | 'tn'>,
): NotificationPayload | null {
  if (!person || !maySpeakOf(person, kind)) return null
  const { firstName: name, icon } = person
  return {
    id: notice.id,
    kind,
    ...(icon === null ? {} : { icon }),
    ...('conversation' in notice ? { link: notice.conversation } : {}),
    ...(notice.kind === 'like' && notice.tie && others === 0
      ? { title: t(`notifications.like.tied.${notice.tie}`, { name }), message: t('notifications.like.text') }
      : wordsOf(notice.kind === 'message' && notice.accepted ? 'accepted' : kind, { name, others, preview }, { t, tn })),
  }
}

/**
 * Renders a like for the devices of the member who gave it: the only notification with `like_out` and `like_remain` (spec §3). It
 * makes no sound, because it confirms what the member has just done.
 */
export function ownLikePayload(
  { to, remain }: OwnLike,
  { firstName: name, icon }: Person,
  { t }: Pick<Words, 't'>,
): NotificationPayload {
  return {
    id: ownLikeId(to),
    kind: 'like',
    ...(icon === null ? {} : { icon }),
    title: t('likes.done.liked', { name }),
    message: '',
    like_out: true,
    ...(remain === undefined ? {} : { like_remain: remain }),
    sound: false,
  }
}

/**
 * Renders a blind date that waits for acceptance: the only notification with `link_blind`, `timer_on` and `timer` (spec §3). Null
 * if it no longer waits.
 */
export function offerPayload({ date, until }: DateOffer, now: number, { t }: Pick<Words, 't'>): NotificationPayload | null {
  const timer = Math.ceil((until - now) / 1000)
  if (timer <= 0) return null
  return {
    id: dateOfferId(date),
    kind: 'blind-date',
    title: t('notifications.blind-date.offer.title'),
    message: t('notifications.blind-date.offer.text'),
    link_blind: date,
    timer_on: true,
    timer,
  }
}

type WordFacts = { name: string; others: number; preview: Preview | undefined }
type NotificationText = Pick<NotificationPayload, 'title' | 'message'>

function wordsOf(
  kind: TieKind | 'accepted',
  { name, others, preview }: WordFacts,
  { t, tn }: Pick<Words, 't' | 'tn'>,
): NotificationText {
  if (kind === 'message')
    return {
      title: name,
      message: preview?.text || t(preview?.hasPhoto ? 'notifications.message.photo' : 'notifications.message.text'),
    }
  if (kind === 'request') return { title: t('notifications.request.title', { name }), message: t('notifications.request.text') }
  if (kind === 'accepted')
    return { title: t('notifications.accepted.title', { name }), message: t('notifications.accepted.text') }
  if (kind === 'match') return { title: t('notifications.match.title', { name }), message: t('notifications.match.text') }
  if (kind === 'favourite')
    return { title: t('notifications.favourite.title', { name }), message: t('notifications.favourite.text') }
  if (kind === 'gift') return { title: t('notifications.gift.title', { name }), message: t('notifications.gift.text') }
  const title = others > 0 ? tn('notifications.like.more', others, { name }) : t('notifications.like.title', { name })
  return { title, message: t('notifications.like.text') }
}

/** So that a notification stays a few lines long. */
const namedProducts = 3

function productsOf({ products = [] }: Extract<Notice, { kind: 'order' }>, words: Words): string {
  const names = products.slice(0, namedProducts).map((line) => countedProduct(words, line))
  if (names.length === 0) return ''
  return products.length > namedProducts ? `${names.join(', ')}, …` : `${words.format.list(names)}.`
}

function moderationWords(notice: Extract<Notice, { kind: 'moderation' }>, { t, tn }: Pick<Words, 't' | 'tn'>): NotificationText {
  if ('report' in notice) return { title: t('notifications.report.title'), message: t(`notifications.report.${notice.report}`) }
  if (notice.photo === 'several') return photosWords(notice, tn, t)
  return notice.photo === 'approved'
    ? { title: t('notifications.photo.approvedTitle'), message: t('notifications.photo.approved') }
    : { title: t('notifications.photo.rejectedTitle'), message: t(`photos.reason.${notice.reason}`) }
}

function photosWords(
  { approved, rejected }: { approved: number; rejected: number },
  tn: Words['tn'],
  t: Words['t'],
): NotificationText {
  const counts = [
    ...(approved > 0 ? [tn('notifications.photo.onProfile', approved)] : []),
    ...(rejected > 0 ? [tn('notifications.photo.refused', rejected)] : []),
  ]
  return { title: t('notifications.photo.severalTitle'), message: counts.join(' ') }
}

function securityWords(notice: Extract<Notice, { kind: 'security' }>, t: Words['t']): NotificationText {
  switch (notice.event) {
    case 'new-device':
    case 'session-reused': {
      const { browser, system } = notice
      const device =
        browser && system
          ? t('notifications.device.name', { browser, system })
          : (browser ?? system ?? t('notifications.device.unknown'))
      const about = notice.event === 'new-device' ? 'newDevice' : 'sessionReused'
      return { title: t(`notifications.security.${about}Title`), message: t(`notifications.security.${about}`, { device }) }
    }
    case 'password':
      return { title: t('notifications.security.passwordTitle'), message: t('notifications.security.password') }
    case 'email':
      return { title: t('notifications.security.emailTitle'), message: t('notifications.security.email') }
    case 'sign-in-attempts':
      return { title: t('notifications.security.signInAttemptsTitle'), message: t('notifications.security.signInAttempts') }
    case 'passkey-added':
      return { title: t('notifications.security.passkeyAddedTitle'), message: t('notifications.security.passkeyAdded') }
    case 'passkey-removed':
      return { title: t('notifications.security.passkeyRemovedTitle'), message: t('notifications.security.passkeyRemoved') }
    case 'export-ready':
      return { title: t('notifications.security.exportReadyTitle'), message: t('notifications.security.exportReady') }
    case 'linked':
    case 'unlinked': {
      const provider = t(`notifications.provider.${notice.provider}`)
      return {
        title: t(`notifications.security.${notice.event}Title`, { provider }),
        message: t(`notifications.security.${notice.event}`),
      }
    }
    default:
      return notice satisfies never
  }
}

/** Creates a translator of notifications for a member's language and time zone. */
export async function createTranslatorFor(locale: string, timeZone: string): Promise<Translator> {
  const code = findLocale(locale)?.code ?? defaultLocale
  return createTranslator(code, await loadMessages(code, wordNamespaces), { timeZone })
}
