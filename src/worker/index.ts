import { createApp } from './app.ts'
import { requireEnvironment, type Env } from '#server/env.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import { findStoredAnswer } from './render/guest-pages.ts'

export { Area } from '#objects/area/area-object.ts'
export { Conversation } from '#objects/conversation/conversation-object.ts'
export { Encounter } from '#objects/encounter/encounter-object.ts'
export { Matchmaker } from '#objects/matchmaker/matchmaker-object.ts'
export { MemberHub } from '#objects/member-hub/member-hub.ts'

const app = createApp()
let known: { bindings: Env; env: Env } | null = null

export default {
  fetch(request, bindings, context) {
    const env = environmentOf(bindings)
    // Pages in memory are older than a restore.
    const stored = env.RESTORE_EPOCH ? null : findStoredAnswer(request, env, Date.now())
    return stored ?? app.fetch(request, env, context)
  },
  async scheduled(controller, bindings) {
    const { runCron } = await import('./cron-jobs.ts')
    await runCron(inJurisdiction(bindings), controller.scheduledTime)
  },
  async queue(batch, bindings) {
    const { consumeQueue } = await import('./queues.ts')
    await consumeQueue(batch, inJurisdiction(bindings))
  },
} satisfies ExportedHandler<Env>

/** Checked once: an isolate has the same bindings for every request. */
function environmentOf(bindings: Env): Env {
  if (known?.bindings === bindings) return known.env
  requireEnvironment(bindings)
  known = { bindings, env: inJurisdiction(bindings) }
  return known.env
}
