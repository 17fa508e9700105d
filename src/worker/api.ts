import { Hono } from 'hono'
import { accountRoutes } from '#features/auth/recovery/server/routes.ts'
import { blockRoutes } from '#features/blocks/server/routes.ts'
import { chatRoutes } from '#features/chat/server/routes.ts'
import { demoRoutes } from '#seed/routes.ts'
import { favouriteRoutes } from '#features/favourites/server/routes.ts'
import { likesRoutes } from '#features/likes/server/routes.ts'
import { localeRoutes } from '#features/locale/server/routes.ts'
import { nearbyRoutes } from '#features/nearby/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { profileRoutes } from '#features/profile/server/routes.ts'
import { photoRoutes } from '#features/photos/server/routes.ts'
import { providerRoutes } from '#features/auth/providers/server/routes.ts'
import { questionnaireRoutes } from '#features/onboarding/server/routes.ts'
import { registrationAuthRoutes, registrationRoutes } from '#features/auth/sign-up/server/routes.ts'
import { quizRoutes } from '#features/quiz/server/routes.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { restrictionRoutes } from '#features/restriction/server/routes.ts'
import { realtimeTokenRoutes, sessionRoutes } from '#features/auth/session/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { visitRoutes } from '#features/visits/server/routes.ts'
import { notFound } from '#shared/errors.ts'
import type { AppEnv } from '#server/context.ts'
import { noScriptRoutes } from '#server/actions/no-script.ts'

/** All actions, by feature. Paths are those of src/shared/routing/api-paths.ts. */
export const api = new Hono<AppEnv>()
  .route('/auth', sessionRoutes)
  .route('/auth', registrationAuthRoutes)
  .route('/auth', providerRoutes)
  .route('/registration', registrationRoutes)
  .route('/account', accountRoutes)
  .route('/realtime', realtimeTokenRoutes)
  .route('/locale', localeRoutes)
  .route('/questionnaire', questionnaireRoutes)
  .route('/profile', profileRoutes)
  .route('/people', nearbyRoutes)
  .route('/likes', likesRoutes)
  .route('/favourites', favouriteRoutes)
  .route('/quiz', quizRoutes)
  .route('/visits', visitRoutes)
  .route('/blocks', blockRoutes)
  .route('/reports', reportRoutes)
  .route('/chat', chatRoutes)
  .route('/notifications', notificationRoutes)
  .route('/settings', settingsRoutes)
  .route('/restriction', restrictionRoutes)
  .route('/photos', photoRoutes)
  .route('/demo', demoRoutes)
  .route('/plain', noScriptRoutes)
  .all('*', () => {
    throw notFound()
  })
