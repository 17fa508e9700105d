export { auditIdSql, auditStatement, colleaguesLookStatement, lookStatement, programActor, type PageReader } from './audit-log.ts'
