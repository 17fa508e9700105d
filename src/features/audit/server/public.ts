export { auditIdSql, auditStatement, colleaguesLookStatement, lookStatement, programActor } from './audit-log.ts'
