import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Plugin } from 'vite'
import { packMessages } from '#shared/i18n/packed-messages.ts'

const id = 'virtual:messages'
/** What stands for a locale's file until it is known from where it is imported. */
const placeholder = /messages-of:([\w-]+)/g
const fileOf = (code: string) => `messages/${code}.bin`

/** The JSON files as they are, a module each: for development and tests. */
const sources = `const files = import.meta.glob('/locales/*/*.json', { import: 'default' })
export async function readMessages(code, namespace) {
  const load = files[\`/locales/\${code}/\${namespace}.json\`]
  if (!load) throw new Error('no such file')
  return load()
}`

const packed = (codes: readonly string[]) => `import { createMessageReader } from '#shared/i18n/packed-messages.ts'
${codes.map((code, index) => `import file${index} from 'messages-of:${code}'`).join('\n')}
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
    resolveId(source) {
      if (source === id) return `\0${id}`
      return source.startsWith('messages-of:') ? { id: source, external: true } : undefined
    },
    async load(source) {
      if (source !== `\0${id}`) return undefined
      if (!isBuild) return sources
      const codes = await readdir('locales')
      for (const code of codes) {
        this.emitFile({ type: 'asset', fileName: fileOf(code), source: packMessages(await readNamespaces(code)) })
      }
      return packed(codes)
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('messages-of:')) return null
      const folder = posix.dirname(fileName)
      return { code: code.replaceAll(placeholder, (_, locale: string) => relativePath(folder, fileOf(locale))), map: null }
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

function relativePath(folder: string, file: string): string {
  const path = posix.relative(folder, file)
  return path.startsWith('.') ? path : `./${path}`
}
