import type { Plugin } from 'vite'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { packMessages } from '#shared/i18n/packed-messages.ts'
import { dataFile } from './data-files.ts'
import { readNamespaces } from './read-messages.ts'

const id = 'virtual:messages'
const fileOf = (code: string) => dataFile(`messages/${code}`)

/** One module for each JSON file, for development and tests. */
const sources = `import { typeset } from '#shared/i18n/typeset.ts'
const files = import.meta.glob('/locales/*/*.json', { import: 'default' })
export async function readMessages(code, namespace) {
  const load = files[\`/locales/\${code}/\${namespace}.json\`]
  if (!load) throw new Error('no such file')
  return typeset(code, await load())
}`

const packed = (codes: readonly LocaleCode[]) => `import { createMessageReader } from '#shared/i18n/packed-messages.ts'
${codes.map((code, index) => `import file${index} from '${fileOf(code).source}'`).join('\n')}
export const readMessages = createMessageReader({ ${codes.map((code, index) => `'${code}': file${index}`).join(', ')} })`

/** Provides `virtual:messages` to the worker. Its build packs them into one data file for each locale (docs/decisions/014). */
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
      const codes = locales.map(({ code }) => code)
      for (const code of codes) {
        this.emitFile({ type: 'asset', fileName: fileOf(code).fileName, source: packMessages(await readNamespaces(code)) })
      }
      return packed(codes)
    },
  }
}
