export { blockMatch, finishBlockNow, finishBlocks, blockMember } from './block-member.ts'
export { blockedStatement, blockStatements, keepApartStatement, meetingStatement, toBlockedList } from './queries.ts'
