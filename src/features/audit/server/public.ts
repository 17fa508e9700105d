export { auditIdSql, auditStatement, programActor } from './audit-log.ts'
