import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { packMessages } from '#shared/i18n/packed-messages.ts'
import { dataFile } from './data-files.ts'

const id = 'virtual:messages'
const fileOf = (code: string) => dataFile(`messages/${code}`)

/** The JSON files as they are, a module each: for development and tests. */
const sources = `const files = import.meta.glob('/locales/*/*.json', { import: 'default' })
export async function readMessages(code, namespace) {
  const load = files[\`/locales/\${code}/\${namespace}.json\`]
  if (!load) throw new Error('no such file')
  return load()
}`

const packed = (codes: readonly string[]) => `import { createMessageReader } from '#shared/i18n/packed-messages.ts'
${codes.map((code, index) => `import file${index} from '${fileOf(code).source}'`).join('\n')}
export const readMessages = createMessageReader({ ${codes.map((code, index) => `'${code}': file${index}`).join(', ')} })`

/** Gives the worker `virtual:messages`. Its build packs them into one data file for each locale (docs/decisions/013). */
export function workerMessages(): Plugin {
  let isBuild = false
  return {
    name: 'kismet:worker-messages',
    sharedDuringBuild: true,
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined
      if (!isBuild) return sources
      const codes = await readdir('locales')
      for (const code of codes) {
        this.emitFile({ type: 'asset', fileName: fileOf(code).fileName, source: packMessages(await readNamespaces(code)) })
      }
      return packed(codes)
    },
  }
}

async function readNamespaces(code: string) {
  const names = await readdir(join('locales', code))
  const entries = names.map(async (name) => [
    name.replace(/\.json$/, ''),
    JSON.parse(await readFile(join('locales', code, name), 'utf8')),
  ])
  return Object.fromEntries(await Promise.all(entries))
}
