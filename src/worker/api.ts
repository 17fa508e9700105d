import type { Hono } from 'hono'
import {
  accountActions,
  deletionActions,
  passkeyActions,
  providerActions,
  sessionActions,
  signUpActions,
} from '#features/auth/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { chatActions, requestActions } from '#features/chat/contract.ts'
import { clientErrorActions } from '#features/client-errors/contract.ts'
import { contactActions } from '#features/contact/contract.ts'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import { encounterActions } from '#features/encounters/contract.ts'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { boostActions } from '#features/entitlements/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import { giftActions } from '#features/gifts/contract.ts'
import { legalActions } from '#features/legal/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { localeActions } from '#features/locale/contract.ts'
import { townActions } from '#features/location/contract.ts'
import { nearbyActions } from '#features/nearby/contract.ts'
import { notificationActions } from '#features/notifications/contract.ts'
import { questionnaireActions } from '#features/onboarding/contract.ts'
import { exportActions } from '#features/personal-data/contract.ts'
import { photoActions } from '#features/photos/contract.ts'
import { verificationActions } from '#features/photos/verification.ts'
import { pixelActions } from '#features/pixel/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import { publicProfileActions } from '#features/public-profiles/contract.ts'
import { pushActions } from '#features/push/contract.ts'
import { quizActions } from '#features/quiz/contract.ts'
import { reportActions } from '#features/reports/contract.ts'
import { restrictionActions } from '#features/restriction/contract.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { cartActions, checkoutActions, refundActions, settlementActions } from '#features/store/contract.ts'
import { visitActions } from '#features/visits/contract.ts'
import { seedActions } from '#seed/contract.ts'
import { handleLazily, mount } from '#server/actions/handle.ts'
import { noScriptActions } from '#server/actions/no-script.ts'
import type { AppEnv } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Action } from '#shared/routing/action.ts'

/** All declared actions. Their handlers are in `endpoints.ts`, which an isolate evaluates with the first request for one of them. */
const tables: readonly Record<string, Action>[] = [
  sessionActions,
  passkeyActions,
  deletionActions,
  signUpActions,
  legalActions,
  providerActions,
  accountActions,
  localeActions,
  questionnaireActions,
  profileActions,
  townActions,
  nearbyActions,
  likeActions,
  favouriteActions,
  quizActions,
  visitActions,
  blockActions,
  reportActions,
  chatActions,
  requestActions,
  encounterActions,
  anonymousActions,
  blindDateActions,
  notificationActions,
  pushActions,
  settingsActions,
  exportActions,
  publicProfileActions,
  pixelActions,
  restrictionActions,
  photoActions,
  verificationActions,
  clientErrorActions,
  contactActions,
  cartActions,
  checkoutActions,
  refundActions,
  settlementActions,
  boostActions,
  giftActions,
  noScriptActions,
]
export const actions = tables.flatMap((table) => Object.values(table))

const pathsOf = (property: 'crossSite' | 'openToRestricted' | 'isOneBatch'): ReadonlySet<string> =>
  new Set(actions.filter((action) => action[property]).map(({ path }) => path))

export const crossSitePaths = pathsOf('crossSite')
export const openToRestrictedPaths = pathsOf('openToRestricted')
export const oneBatchPaths = pathsOf('isOneBatch')

const loadEndpoints = async () => (await import('./endpoints.ts')).endpoints

/** The demo is for local environments. */
const loadSeed = async () => (await import('#seed/routes.ts')).seedRoutes

/** Mounts all actions; any other path under `/api` is not found. */
export function mountApi(app: Hono<AppEnv>): void {
  mount(app, handleLazily(actions, loadEndpoints))
  mount(app, handleLazily(Object.values(seedActions), loadSeed))
  app.all('/api/*', () => {
    throw notFound()
  })
}
