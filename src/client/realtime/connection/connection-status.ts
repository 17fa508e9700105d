import type { ConnectionStatus } from '#shared/realtime/realtime.tsx'
import { createListeners } from '../listeners.ts'
import type { Announcement } from './reconnect-policy.ts'

/** Display time of 'connected again'. */
const reconnectedNoticeMs = 3000

/** What the page shows of the connection. */
export function createConnectionStatus() {
  let status: ConnectionStatus = { state: 'opening', notice: null }
  let noticeTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = createListeners()

  const set = (next: ConnectionStatus) => {
    clearTimeout(noticeTimer)
    status = next
    listeners.call()
  }

  return {
    get: () => status,
    onChange: listeners.add,
    opened: () => set({ ...status, state: 'open' }),
    /** Says for a moment that the connection is back. */
    recovered() {
      set({ state: 'open', notice: 'reconnected' })
      noticeTimer = setTimeout(() => set({ state: 'open', notice: null }), reconnectedNoticeMs)
    },
    over(announce: Announcement) {
      if (announce === 'ended') set({ state: 'closed', notice: status.notice && 'failed' })
      else set({ state: 'opening', notice: announce ?? status.notice })
    },
    stop: () => clearTimeout(noticeTimer),
  }
}
