export { notBlockedSql } from './not-blocked.ts'
export { finishBlockNow, finishBlocks, placeBlock } from './place.ts'
export { blockedStatement, blockStatements, canMeetSql, meetingStatement, toBlockedList } from './queries.ts'
