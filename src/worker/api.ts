import { Hono } from 'hono'
import { chatRoutes } from '#features/chat/server/routes.ts'
import { demoRoutes } from '#features/demo/server/routes.ts'
import { likesRoutes } from '#features/likes/server/routes.ts'
import { localeRoutes } from '#features/locale/server/routes.ts'
import { questionnaireRoutes } from '#features/questionnaire/server/routes.ts'
import { registrationAuthRoutes, registrationRoutes } from '#features/registration/server/routes.ts'
import { realtimeTokenRoutes, sessionRoutes } from '#features/session/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { visitRoutes } from '#features/visits/server/routes.ts'
import { notFound } from '#shared/errors.ts'
import type { AppEnv } from './http/context.ts'
import { plainRoutes } from './http/plain.ts'

/** All actions, by feature. Paths are those of src/shared/api-paths.ts. */
export const api = new Hono<AppEnv>()
  .route('/auth', sessionRoutes)
  .route('/auth', registrationAuthRoutes)
  .route('/registration', registrationRoutes)
  .route('/realtime', realtimeTokenRoutes)
  .route('/locale', localeRoutes)
  .route('/questionnaire', questionnaireRoutes)
  .route('/likes', likesRoutes)
  .route('/visits', visitRoutes)
  .route('/chat', chatRoutes)
  .route('/settings', settingsRoutes)
  .route('/demo', demoRoutes)
  .route('/plain', plainRoutes)
  .all('*', () => {
    throw notFound()
  })
