import type { Plugin } from 'vite'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { packMessages } from '#shared/i18n/packed-messages.ts'
import { dataFile } from './data-files.ts'
import { readNamespaces } from './read-messages.ts'

const id = 'virtual:messages'
const fileOf = (code: string) => dataFile(`messages/${code}`)
const codes = locales.map(({ code }) => code)

/** One module for each JSON file, for development. */
const sources = `import { typeset } from '#shared/i18n/typeset.ts'
const files = import.meta.glob('/locales/*/*.json', { import: 'default' })
export async function readMessages(code, namespace) {
  const load = files[\`/locales/\${code}/\${namespace}.json\`]
  if (!load) throw new Error('no such file')
  return typeset(code, await load())
}`

/** One module for each locale, for tests: every runtime loads its modules from Node, one by one, and would typeset their texts. */
const lazilyPacked = `import { createMessageReader } from '#shared/i18n/packed-messages.ts'
const loads = { ${codes.map((code) => `'${code}': () => import('${id}/${code}')`).join(', ')} }
const readers = new Map()
export async function readMessages(code, namespace) {
  const reader = readers.get(code) ?? createMessageReader({ [code]: (await loads[code]()).data })
  readers.set(code, reader)
  return reader(code, namespace)
}`

const packed = `import { createMessageReader } from '#shared/i18n/packed-messages.ts'
${codes.map((code, index) => `import file${index} from '${fileOf(code).source}'`).join('\n')}
export const readMessages = createMessageReader({ ${codes.map((code, index) => `'${code}': file${index}`).join(', ')} })`

const pack = async (code: LocaleCode) => packMessages(await readNamespaces(code))

/** Provides `virtual:messages` to the worker. Its build packs them into one data file for each locale (docs/decisions/014). */
export function workerMessages(): Plugin {
  let isBuild = false
  let isTest = false
  return {
    name: 'kismet:worker-messages',
    sharedDuringBuild: true,
    configResolved({ command, mode }) {
      isBuild = command === 'build'
      isTest = mode === 'test'
    },
    resolveId: (source) => (source === id || source.startsWith(`${id}/`) ? `\0${source}` : undefined),
    async load(source) {
      const code = codes.find((each) => source === `\0${id}/${each}`)
      if (code) return `export const data = new TextEncoder().encode(${JSON.stringify(await pack(code))})`
      if (source !== `\0${id}`) return undefined
      if (!isBuild) return isTest ? lazilyPacked : sources
      for (const each of codes) {
        this.emitFile({ type: 'asset', fileName: fileOf(each).fileName, source: await pack(each) })
      }
      return packed
    },
  }
}
