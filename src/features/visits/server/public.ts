export { readVisitorNews } from './list-queries.ts'
export { leaveVisit, newVisitorsFact, seeVisitors } from './visits.ts'
