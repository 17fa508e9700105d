import {
  Column,
  getTableName,
  is,
  Name,
  Param,
  Placeholder,
  SQL,
  StringChunk,
  Subquery,
  Table,
  View,
  type SQLWrapper,
} from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'

type Query = ReturnType<SQLiteAsyncDialect['sqlToQuery']>

/** A statement while its text and its parameters grow. */
type Draft = { sql: string; params: unknown[] }

/** Appends a part of a statement; false for a part that only drizzle itself can write. */
type Write = (draft: Draft, chunk: unknown) => boolean

/**
 * Writes statements in one pass over their parts, where drizzle makes an object with text and parameters for each part and merges
 * them on every level. A page's statements have some thousand parts, so that took a sixth of its time. Text and parameters are
 * drizzle's own (one-pass-dialect.test.ts); for parts that are not written here (views, placeholders, enums of other databases,
 * parameters in the text) the whole statement is drizzle's. Its version is pinned, because these parts are no public API.
 */
export class OnePassDialect extends SQLiteAsyncDialect {
  override sqlToQuery(statement: SQL, invokeSource?: 'indexes'): Query {
    const draft: Draft = { sql: '', params: [] }
    if (invokeSource === undefined && writeSql(draft, statement)) return draft
    return super.sqlToQuery(statement, invokeSource)
  }
}

function append(draft: Draft, chunk: unknown): boolean {
  if (chunk === undefined) return true
  if (typeof chunk !== 'object' || chunk === null) return appendParam(draft, chunk)
  return Array.isArray(chunk) ? appendList(draft, chunk) : writerOf(chunk)(draft, chunk)
}

function appendParam(draft: Draft, value: unknown): true {
  draft.sql += '?'
  draft.params.push(value)
  return true
}

function appendName(draft: Draft, name: string): true {
  draft.sql += name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`
  return true
}

function appendList(draft: Draft, chunks: readonly unknown[]): boolean {
  draft.sql += '('
  let isFirst = true
  for (const chunk of chunks) {
    if (!isFirst) draft.sql += ', '
    isFirst = false
    if (!append(draft, chunk)) return false
  }
  draft.sql += ')'
  return true
}

const isInline = (statement: SQL): boolean => Reflect.get(statement, 'shouldInlineParams') === true

function writeSql(draft: Draft, chunk: unknown): boolean {
  if (!is(chunk, SQL) || isInline(chunk)) return false
  for (const part of chunk.queryChunks) if (!append(draft, part)) return false
  return true
}

function writeText(draft: Draft, chunk: unknown): boolean {
  if (!is(chunk, StringChunk)) return false
  for (const text of chunk.value) draft.sql += text
  return true
}

function writeParam(draft: Draft, chunk: unknown): boolean {
  if (!is(chunk, Param)) return false
  const { value, encoder } = chunk
  if (is(value, Placeholder)) return false
  const mapped: unknown = value === null ? null : encoder.mapToDriverValue(value)
  // A column may encode a value as SQL.
  if (typeof mapped !== 'object' || mapped === null || mapped instanceof Uint8Array || mapped instanceof ArrayBuffer)
    return appendParam(draft, mapped)
  return is(mapped, SQL) && writeSql(draft, mapped)
}

function writeColumn(draft: Draft, chunk: unknown): boolean {
  if (!is(chunk, Column)) return false
  appendName(draft, getTableName(chunk.table))
  draft.sql += '.'
  return appendName(draft, chunk.name)
}

function writeSubquery(draft: Draft, chunk: unknown): boolean {
  if (!is(chunk, Subquery)) return false
  const { alias, isWith, sql } = chunk._
  if (isWith) return appendName(draft, alias)
  draft.sql += '('
  if (!writeSql(draft, sql)) return false
  draft.sql += ') '
  return appendName(draft, alias)
}

/** A query in a query, such as a list of ids. */
function writeWrapped(draft: Draft, chunk: unknown): boolean {
  if (!isWrapper(chunk)) return false
  if (chunk.shouldOmitSQLParens?.()) return writeSql(draft, chunk.getSQL())
  draft.sql += '('
  if (!writeSql(draft, chunk.getSQL())) return false
  draft.sql += ')'
  return true
}

const isWrapper = (chunk: unknown): chunk is SQLWrapper =>
  typeof chunk === 'object' && chunk !== null && 'getSQL' in chunk && typeof chunk.getSQL === 'function'

const writeName: Write = (draft, chunk) => is(chunk, Name) && appendName(draft, chunk.value)
const writeTable: Write = (draft, chunk) => is(chunk, Table) && appendName(draft, getTableName(chunk))
const writeAlias: Write = (draft, chunk) => is(chunk, SQL.Aliased) && appendName(draft, chunk.fieldAlias)
const leaveToDrizzle: Write = () => false

/** In drizzle's order: the first kind that fits. */
function chooseWriter(chunk: object): Write {
  if (is(chunk, StringChunk)) return writeText
  if (is(chunk, Name)) return writeName
  if (is(chunk, SQL)) return writeSql
  if (is(chunk, Table)) return writeTable
  if (is(chunk, Column)) return writeColumn
  if (is(chunk, View) || is(chunk, Placeholder)) return leaveToDrizzle
  if (is(chunk, Param)) return writeParam
  if (is(chunk, SQL.Aliased)) return writeAlias
  if (is(chunk, Subquery)) return writeSubquery
  return isWrapper(chunk) ? writeWrapped : appendParam
}

/**
 * By prototype, because looking for the kind takes longer than writing it. A proxy, as drizzle makes of aliased tables and of
 * subqueries, answers for another's constructor, but has the prototype of what it stands for.
 */
const writers = new Map<unknown, Write>()

function writerOf(chunk: object): Write {
  const kind: unknown = Object.getPrototypeOf(chunk)
  // Objects without a class have nothing in common.
  if (kind === null || kind === Object.prototype) return chooseWriter(chunk)
  let writer = writers.get(kind)
  if (!writer) writers.set(kind, (writer = chooseWriter(chunk)))
  return writer
}
