import type { Env } from '#server/env.ts'
import { memberHub } from '#server/objects/stubs.ts'
import type { DatesHubRpc } from '../contract.ts'

/** The hub's calls for a member's blind dates. */
export function datesOf(env: Pick<Env, 'MEMBER_HUB'>, member: string): DatesHubRpc {
  const hub = memberHub(env, member)
  return {
    readDates: async () => hub.readDates(),
    bookDate: async (slot, choice) => hub.bookDate(slot, choice),
    cancelDate: async (slot) => hub.cancelDate(slot),
    changeWaitAlert: async (choice) => hub.changeWaitAlert(choice),
    deliverWaitAlert: async () => hub.deliverWaitAlert(),
    reviewAttendance: async () => hub.reviewAttendance(),
  }
}
