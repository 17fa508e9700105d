import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { WORKER_DIR } from '../../scripts/bench/app-build.ts'

/** An entry that wraps the built worker, without its types, importing the build instead of the sources. */
export async function entryBefore(path: string, name: string): Promise<{ path: string; contents: string }> {
  const source = await readFile(path, 'utf8')
  const contents = stripTypeScriptTypes(source).replaceAll("'#worker/index.ts'", "'./index.js'")
  return { path: join(WORKER_DIR, `${name}.js`), contents }
}
