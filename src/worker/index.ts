import { createApp } from './app.ts'
import { requireEnvironment, type Env } from '#server/env.ts'
import { findStoredAnswer } from './render/guest-pages.ts'

export { Conversation } from '#features/chat/server/conversation/conversation-object.ts'
export { Encounter } from '#features/encounters/server/encounter-object.ts'
export { Matchmaker } from '#features/matchmaking/server/matchmaker-object.ts'
export { MemberHub } from '#features/member-hub/server/member-hub.ts'

const app = createApp()
let isChecked = false

export default {
  fetch(request, env, context) {
    if (!isChecked) requireEnvironment(env)
    isChecked = true
    return findStoredAnswer(request, env, Date.now()) ?? app.fetch(request, env, context)
  },
  async scheduled(controller, env) {
    const { runCron } = await import('./cron-jobs.ts')
    await runCron(env, controller.scheduledTime)
  },
} satisfies ExportedHandler<Env>
