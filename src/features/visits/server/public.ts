export { leaveVisit } from './leave-visit.ts'
export { readVisitorNews, visitorNewsStatement } from './list-queries.ts'
export { seeVisitors } from './see-visitors.ts'
