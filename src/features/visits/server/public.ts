export { leaveVisit } from './leave-visit.ts'
export { readVisitorNews } from './list-queries.ts'
export { newVisitorsFact } from './new-visitors-fact.ts'
export { seeVisitors } from './see-visitors.ts'
