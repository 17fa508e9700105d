import {
  crc32,
  listParts,
  objectsOf,
  saveStep,
  toFiles,
  zipSize,
  type DataExport,
  type NewPart,
} from '#features/personal-data/server/public.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { ExportContext, ExportPage, ExportPhoto } from './context.ts'
import { pageFoot, pageHead, rowHtml, sectionFoot, sectionHead } from './page-html.ts'
import { readMe } from './read-me.ts'
import { sources } from './sources.ts'
import type { TableFile } from './table-files.ts'
import * as v from 'valibot'

/**
 * Where an export goes on. `source`: the table, by its position. `after`: the page of it, null for its first. `hasRows`: some were
 * written. `crcs`: of the files that later steps continue.
 */
const cursorSchema = v.object({
  source: v.number(),
  after: v.nullable(v.string()),
  hasRows: v.boolean(),
  crcs: v.record(v.string(), v.number()),
})
type Cursor = v.InferOutput<typeof cursorSchema>

const start: Cursor = { source: 0, after: null, hasRows: false, crcs: {} }
const index = 'index.html'

/** `bytes`: what the step has stored. `outran`: another run has written it. */
export type StepResult = { outcome: 'more' | 'done' | 'outran' | 'too-large'; bytes: number }

/**
 * Reads one page of one table and stores what it adds to the files. Everything before `saveStep` can be repeated: a run that ends
 * here leaves objects that no file contains, which are deleted with the export.
 */
export async function takeStep(context: ExportContext, { id, step, cursor: stored }: DataExport): Promise<StepResult> {
  const { env, db, now } = context
  const cursor = stored === '' ? start : v.parse(cursorSchema, JSON.parse(stored))
  const source = sources[cursor.source]
  if (!source) throw new Error(`No table ${cursor.source}`)
  const page = await source.read(context, cursor.after)
  const isLast = page.next === null && cursor.source === sources.length - 1
  const photos = await readPhotos(env.PHOTOS, page.photos ?? [])
  const texts: Record<string, string> = {
    [`data/${source.file}.json`]: dataText(page, photos, cursor),
    [index]: await indexText(context, page, { cursor, file: source.file, isLast }),
    ...(isLast ? { 'README.txt': await readMe(env, context.translator) } : {}),
  }
  const encoder = new TextEncoder()
  const files = [...Object.entries(texts).map(([file, text]) => ({ file, bytes: encoder.encode(text) })), ...photos].filter(
    ({ bytes }) => bytes.length > 0,
  )
  const parts = await Promise.all(
    files.map(async ({ file, bytes }, position): Promise<NewPart> => {
      const key = `${objectsOf(context.memberId, id)}${step}-${position}-${newId()}`
      await env.EXPORTS.put(key, bytes)
      return { file, key, size: bytes.length, crc: crc32(bytes, cursor.crcs[file]) }
    }),
  )
  const size = isLast ? zipSize(toFiles([...(await listParts(db, id)), ...parts.map((part, position) => ({ ...part, step, position }))])) : 0 // prettier-ignore
  const bytes = parts.reduce((sum, part) => sum + part.size, 0)
  if (size === null) return { outcome: 'too-large', bytes }
  const next = JSON.stringify(nextCursor(cursor, page, parts))
  const isSaved = await saveStep(db, { id, step }, { parts, cursor: next, end: isLast ? { size } : undefined }, now)
  return { outcome: !isSaved ? 'outran' : isLast ? 'done' : 'more', bytes }
}

function nextCursor({ source, hasRows, crcs }: Cursor, { rows, next }: ExportPage, parts: readonly NewPart[]): Cursor {
  const crcOf = Object.fromEntries(parts.map(({ file, crc }) => [file, crc]))
  const page = crcOf[index] ?? crcs[index]
  const kept: Record<string, number> = page === undefined ? {} : { [index]: page }
  if (next === null) return { source: source + 1, after: null, hasRows: false, crcs: kept }
  const name = `data/${sources[source]?.file}.json`
  return { source, after: next, hasRows: hasRows || rows.length > 0, crcs: { ...kept, [name]: crcOf[name] ?? crcs[name] ?? 0 } }
}

/** A photo whose object is gone by now is missing in the archive, and its row names no file. */
function dataText({ rows, next }: ExportPage, photos: readonly { file: string }[], { after, hasRows }: Cursor): string {
  const stored = new Set(photos.map(({ file }) => file))
  const lines = rows.map((row) =>
    JSON.stringify('file' in row && !stored.has(String(row['file'])) ? { ...row, file: null } : row),
  )
  const first = after === null ? '[' : ''
  const joint = lines.length === 0 ? '' : `${hasRows ? ',' : ''}\n${lines.join(',\n')}`
  return `${first}${joint}${next === null ? '\n]\n' : ''}`
}

type Section = { cursor: Cursor; file: TableFile; isLast: boolean }

async function indexText(context: ExportContext, { rows, next }: ExportPage, { cursor, file, isLast }: Section): Promise<string> {
  const { translator, firstName, memberId, now } = context
  const titleOf = (name: TableFile) => translator.t(`export.tables.${name}`)
  const isFirst = cursor.source === 0 && cursor.after === null
  const sections = sources.map(({ file: name }) => ({ id: name, title: titleOf(name) }))
  const head = isFirst ? await pageHead({ translator, lang: translator.locale.lang, firstName, at: now, sections }) : ''
  const opening = cursor.after === null ? sectionHead(file, titleOf(file)) : ''
  const body = rows.map((row) => rowHtml(file, row, { translator, memberId })).join('')
  const none = next === null && rows.length === 0 && !cursor.hasRows ? '<p>–</p>\n' : ''
  return `${head}${opening}${body}${none}${next === null ? sectionFoot : ''}${isLast ? pageFoot : ''}`
}

async function readPhotos(bucket: R2Bucket, photos: readonly ExportPhoto[]) {
  const read = await Promise.all(
    photos.map(async ({ file, object }) => {
      const found = await bucket.get(object)
      return found ? [{ file, bytes: new Uint8Array(await found.arrayBuffer()) }] : []
    }),
  )
  return read.flat()
}
