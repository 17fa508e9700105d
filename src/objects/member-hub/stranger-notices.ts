import { strangerNoticeId } from '#features/notifications/contract.ts'
import type { SeatDevices } from './seat/seat-events.ts'
import type { Notifications } from './notifications/notifications.ts'

/**
 * The devices of a seat, with a notification of each pairing in anonymous chat. A member has one seat, so any other state means
 * that the previous chat is over, and its notification goes.
 */
export function withStrangerNotices(
  devices: SeatDevices,
  notifications: Pick<Notifications, 'notify' | 'forgetKind'>,
): SeatDevices {
  return {
    blindDate: (data) => devices.blindDate(data),
    anonymous(data) {
      devices.anonymous(data)
      if (data.state !== 'paired' || data.id === undefined) return notifications.forgetKind('stranger')
      notifications.notify({ id: strangerNoticeId(data.id), kind: 'stranger', encounter: data.id })
    },
  }
}
