import type { DatesHubRpc } from '#features/blind-dates/contract.ts'
import type { SeatHubRpc } from '#features/encounters/contract.ts'
import type { MemberHubRpc } from '../contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per member, by the member's id. */
      MEMBER_HUB: DurableObjectNamespace<MemberHubRpc & SeatHubRpc & DatesHubRpc & Rpc.DurableObjectBranded>
    }
  }
}

export {
  changeFromMember,
  connectMember,
  disconnectMember,
  disconnectSession,
  leaveStrangers,
  expectVisitors,
  forgetLike,
  forgetPerson,
  markKindRead,
  markRead,
  notifyMember,
  pollMember,
  readInbox,
  readSummary,
  searchMessages,
  sendFromMember,
  setVisibility,
  showCart,
  showOwnLike,
} from './client.ts'
export { visibilityHeader } from './connections/upgrade.ts'
export { parseSearchCursor, searchText } from './search/query.ts'
