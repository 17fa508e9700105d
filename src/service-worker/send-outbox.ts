import { askWhose } from '#features/auth/session/ui/ask-whose.ts'
import { createDelivery, sentMessage } from '#client/realtime/outbox/deliver.ts'
import { openOutboxStore } from '#client/realtime/outbox/outbox-store.ts'
import { joinOutboxTabs } from '#client/realtime/outbox/outbox-tabs.ts'
import { RequestError } from '#client/realtime/requests.ts'
import { privateCachePrefix } from '#shared/service-worker.ts'
import { forgetMembers } from './private-pages.ts'

/**
 * Sends the outbox of the signed-in member with plain requests, because the worker has no connection of its own. A tab and the
 * worker hold the same lock per conversation. Rejects if the server cannot be reached: the browser retries then.
 */
export async function sendOutbox(): Promise<void> {
  const member = await askWhose()
  if (member === undefined) throw new RequestError('unavailable')
  // Perhaps no page is open to notice that the session has ended, or that another account has signed in.
  await forgetMembers(member === null ? undefined : privateCachePrefix + member.id)
  if (member === null) return
  const store = openOutboxStore(member.id)
  const tabs = joinOutboxTabs(member.id, () => {})
  const { upload, send } = createDelivery({ ask: () => Promise.reject(new RequestError('not-joined')) })
  try {
    const channels = new Set((await store.list()).map(({ channel }) => channel))
    await Promise.all(
      [...channels].map((channel) =>
        tabs.alone(channel, async () => {
          for (const item of await store.list()) {
            if (item.channel !== channel || item.isRefused) continue
            const whole = item.photo && !item.uploaded ? { ...item, uploaded: await upload(item, item.photo) } : item
            if (whole !== item) await store.change(whole)
            tabs.broadcast({ kind: 'sent', channel, message: sentMessage(whole, await send(whole), member.id) })
            await store.remove(item.cid)
          }
        }),
      ),
    )
    tabs.broadcast({ kind: 'changed' })
  } catch (error) {
    // A message that the server refuses waits for the page, which shows the reason. Only a missing connection is retried from
    // here.
    if (!(error instanceof RequestError) || error.code === 'unavailable') throw error
  } finally {
    tabs.close()
    store.close()
  }
}
