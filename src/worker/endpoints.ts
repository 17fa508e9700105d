import { providerRoutes } from '#features/auth/providers/server/routes.ts'
import { accountRoutes } from '#features/auth/recovery/server/routes.ts'
import { deletionRoutes } from '#features/auth/session/server/deletion/routes.ts'
import { passkeyRoutes } from '#features/auth/session/server/passkeys/routes.ts'
import { sessionRoutes } from '#features/auth/session/server/routes.ts'
import { signUpRoutes } from '#features/auth/sign-up/server/routes.ts'
import { blockRoutes } from '#features/blocks/server/routes.ts'
import { chatRoutes } from '#features/chat/server/routes.ts'
import { clientErrorRoutes } from '#features/client-errors/server/routes.ts'
import { contactRoutes } from '#features/contact/server/routes.ts'
import { anonymousRoutes } from '#features/encounters/anonymous/server/routes.ts'
import { blindDateRoutes } from '#features/encounters/dates/server/routes.ts'
import { encounterRoutes } from '#features/encounters/talk/server/portrait/routes.ts'
import { boostRoutes } from '#features/entitlements/server/routes.ts'
import { favouriteRoutes } from '#features/favourites/server/routes.ts'
import { giftRoutes } from '#features/gifts/server/routes.ts'
import { likesRoutes } from '#features/likes/server/routes.ts'
import { localeRoutes } from '#features/locale/server/routes.ts'
import { townRoutes } from '#features/location/server/routes.ts'
import { nearbyRoutes } from '#features/nearby/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { questionnaireRoutes } from '#features/onboarding/server/routes.ts'
import { exportRoutes } from '#features/personal-data/server/routes.ts'
import { photoRoutes } from '#features/photos/server/routes.ts'
import { verificationRoutes } from '#features/photos/server/verification/routes.ts'
import { pixelRoutes } from '#features/pixel/server/routes.ts'
import { profileRoutes } from '#features/profile/server/routes.ts'
import { publicProfileRoutes } from '#features/public-profiles/server/routes.ts'
import { pushRoutes } from '#features/push/server/routes.ts'
import { quizRoutes } from '#features/quiz/server/routes.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { restrictionRoutes } from '#features/restriction/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { cartRoutes } from '#features/store/cart/server/routes.ts'
import { checkoutRoutes } from '#features/store/checkout/server/routes.ts'
import { refundRoutes } from '#features/store/refunds/server/routes.ts'
import { settlementRoutes } from '#features/store/settlement/server/routes.ts'
import { visitRoutes } from '#features/visits/server/routes.ts'
import { respond } from '#server/actions/action.ts'
import { handle, type Endpoint } from '#server/actions/handle.ts'
import { markAndGoOn, noScriptActions } from '#server/actions/no-script.ts'

/** Every action with its handler. An isolate evaluates them with the first request for one of them: a page needs none. */
export const endpoints: readonly Endpoint[] = [
  sessionRoutes,
  passkeyRoutes,
  deletionRoutes,
  signUpRoutes,
  providerRoutes,
  accountRoutes,
  localeRoutes,
  questionnaireRoutes,
  profileRoutes,
  townRoutes,
  nearbyRoutes,
  likesRoutes,
  favouriteRoutes,
  quizRoutes,
  visitRoutes,
  blockRoutes,
  reportRoutes,
  chatRoutes,
  encounterRoutes,
  anonymousRoutes,
  blindDateRoutes,
  notificationRoutes,
  pushRoutes,
  settingsRoutes,
  exportRoutes,
  publicProfileRoutes,
  pixelRoutes,
  restrictionRoutes,
  photoRoutes,
  verificationRoutes,
  clientErrorRoutes,
  contactRoutes,
  cartRoutes,
  checkoutRoutes,
  refundRoutes,
  settlementRoutes,
  boostRoutes,
  giftRoutes,
  handle(noScriptActions, { mark: respond(markAndGoOn) }),
].flat()
