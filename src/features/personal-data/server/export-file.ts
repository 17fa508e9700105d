import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { listParts, type DataExport, type ExportPart } from './queries.ts'
import { centralDirectory, localHeader, zipSize, type ZipEntry } from './zip.ts'

/** A file of the archive with the portions that it consists of. */
export type ExportFile = ZipEntry & { parts: readonly ExportPart[] }

/** Puts an export's portions together to files, each where its first portion is. */
export function toFiles(parts: readonly ExportPart[]): ExportFile[] {
  const files = new Map<string, ExportPart[]>()
  for (const part of parts) files.set(part.file, [...(files.get(part.file) ?? []), part])
  return [...files].map(([name, own]) => ({
    name,
    size: own.reduce((sum, { size }) => sum + size, 0),
    crc: own.at(-1)?.crc ?? 0,
    parts: own,
  }))
}

/** Returns the archive of a finished export as a stream; null if a portion of it is missing. */
export async function openArchive(
  env: Pick<Env, 'DB' | 'EXPORTS'>,
  { id, createdAt, size }: DataExport,
): Promise<ReadableStream<Uint8Array> | null> {
  const files = toFiles(await listParts(openDatabase(env.DB), id))
  // Its length was computed when it was finished; a mismatch would cut the answer.
  if (size === null || zipSize(files) !== size) return null
  const { readable, writable } = new FixedLengthStream(size)
  void writeArchive(env.EXPORTS, files, new Date(createdAt), writable).catch((error: unknown) => warn('export-download', error))
  return readable
}

async function writeArchive(
  bucket: R2Bucket,
  files: readonly ExportFile[],
  at: Date,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  try {
    for (const file of files) {
      await write(writable, localHeader(file, at))
      for (const { key } of file.parts) {
        const object = await bucket.get(key)
        if (!object) throw new Error('A portion is missing')
        await object.body.pipeTo(writable, { preventClose: true })
      }
    }
    await write(writable, centralDirectory(files, at))
    await writable.close()
  } catch (error) {
    // The browser sees a download that broke off, not a shorter file.
    await writable.abort(error).catch(() => undefined)
    throw error
  }
}

async function write(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter()
  await writer.write(bytes)
  writer.releaseLock()
}
