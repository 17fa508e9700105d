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
export { visibilityHeader } from './upgrade.ts'
export { parseSearchCursor, searchText } from './search-text.ts'
