import type { Database } from '#db/database.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { Env } from '#server/env.ts'
import type { TableFile } from './table-files.ts'

/** What every source of an export reads with. `now`: when this run began, ms. */
export type ExportContext = {
  env: Env
  db: Database
  memberId: string
  firstName: string
  translator: Translator
  now: number
}

/** A row as the export gives it, by the names of docs/data.md. */
export type ExportRow = Record<string, unknown>

/** A photo that the export copies. `object`: its name in the bucket of the photos. */
export type ExportPhoto = { file: string; object: string }

/** `next`: where the next page begins; null after the last one. */
export type ExportPage = { rows: ExportRow[]; photos?: ExportPhoto[]; next: string | null }

/** One table of the export; its file is `data/{file}.json`. */
export type ExportSource = {
  file: TableFile
  read: (context: ExportContext, after: string | null) => Promise<ExportPage>
}
