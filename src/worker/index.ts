import { createApp } from './app.ts'
import { requireEnvironment, type Env } from './http/env.ts'
import { findStoredAnswer } from './render/guest-pages.ts'

export { Conversation } from '#features/chat/server/conversation-object.ts'
export { MemberHub } from '#features/member-hub/server/member-hub-object.ts'

const app = createApp()
let isChecked = false

export default {
  fetch(request, env, context) {
    if (!isChecked) requireEnvironment(env)
    isChecked = true
    return findStoredAnswer(request, Date.now()) ?? app.fetch(request, env, context)
  },
  async scheduled(controller, env) {
    const [
      { sweep },
      { finishMatches },
      { finishUnmatches },
      { sweepRequests },
      { finishBlocks },
      { sweepRestrictions },
      { sweepPhotos },
    ] = await Promise.all([
      import('./sweep.ts'),
      import('#features/likes/server/public.ts'),
      import('#features/chat/server/public.ts'),
      import('#features/chat/server/request-sweep.ts'),
      import('#features/blocks/server/public.ts'),
      import('#features/restriction/server/public.ts'),
      import('#features/photos/server/public.ts'),
    ])
    const now = controller.scheduledTime
    await Promise.all([
      sweep(env, now),
      finishMatches(env, now),
      finishUnmatches(env, now),
      finishBlocks(env, now),
      sweepRequests(env, now),
      sweepRestrictions(env, now),
      sweepPhotos(env, now),
    ])
  },
} satisfies ExportedHandler<Env>
