import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

/**
 * Names every place of a state folder in which a text stands: tables of all SQLite files, those behind full-text indexes included,
 * as `folder/binding table`, and other files, such as the objects of R2, by their names. No server may be running on it.
 */
export function findInState(stateDir: string, text: string): string[] {
  const files = globSync(join(stateDir, '**/*')).filter((file) => statSync(file).isFile())
  const places = files.flatMap((file) => {
    const name = relative(stateDir, file)
    if (/\.sqlite-(wal|shm)$/.test(file)) return []
    if (file.endsWith('.sqlite'))
      return tablesWith(file, text).map((table) => `${name.split('/').slice(0, 2).join('/')} ${table}`)
    return readFileSync(file, 'latin1').includes(text) ? [name] : []
  })
  return [...new Set(places)].toSorted()
}

function tablesWith(file: string, text: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true, readBigInts: true })
  try {
    const tables = db.prepare(`select name, sql from sqlite_master where type = 'table'`).all()
    return tables
      .filter(({ sql }) => !String(sql).startsWith('CREATE VIRTUAL'))
      .map(({ name }) => String(name))
      .filter((name) => db.prepare(`select * from "${name}"`).all().some((row) => Object.values(row).some((value) => toText(value).includes(text)))) // prettier-ignore
  } finally {
    db.close()
  }
}

/** Pages of a full-text index are bytes, in which words stand as they are. */
const toText = (value: SQLOutputValue): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
