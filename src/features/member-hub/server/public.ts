export {
  cancelBookings,
  connectMember,
  disconnectMember,
  disconnectSession,
  leaveStrangers,
  expectVisitors,
  forgetLike,
  forgetPerson,
  markKindRead,
  mayOpenPhoto,
  notifyMember,
  pollMember,
  readSummary,
  setVisibility,
  showCart,
  showOwnLike,
} from './client.ts'
export { readHeader, visibilityHeader } from './upgrade.ts'
