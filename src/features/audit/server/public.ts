export { auditIdSql, auditStatement, lookStatement, programActor } from './audit-log.ts'
