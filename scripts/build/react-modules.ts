import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Environment, Plugin } from 'vite'
import { withoutUnusedExports, withoutUnusedParts } from './react-cuts.ts'

/**
 * Turns React's production files into ES modules: all of them for the browser's build, what components import for the worker's.
 *
 * React is published as CommonJS, where everything hangs on an `exports` object. Unused parts cannot be left out, every
 * call goes through an object (`(0,jsx.jsx)(…)`), and each of our chunks needs glue to reach it. The files are simple
 * enough to be written as modules: required at the top, exported by name. It rewrites text, so it refuses to build when
 * a file is not as expected. Development keeps React's own files.
 */

const FILES = {
  react: 'cjs/react.production.js',
  'react/jsx-runtime': 'cjs/react-jsx-runtime.production.js',
  'react-dom': 'cjs/react-dom.production.js',
  'react-dom/client': 'cjs/react-dom-client.production.js',
  scheduler: 'cjs/scheduler.production.js',
} as const

/** The worker keeps the renderer as it is published: scripts/build/react-stream.ts patches that text. */
const inWorker: readonly string[] = ['react', 'react/jsx-runtime'] satisfies (keyof typeof FILES)[]

const REQUIRES = /^var ((?:\w+ = require\("[\w/-]+"\)(?:,\s+)?)+);$/m
const DEFAULT_IMPORT = /^import (\w+) from (['"]react(?:-dom)?['"])/gm

const require = createRequire(import.meta.url)

export function reactFile(id: keyof typeof FILES): string {
  const [name] = id.split('/')
  return join(dirname(require.resolve(`${name}/package.json`)), FILES[id])
}

/** The text of one of React's CommonJS files as a module. Throws when something of CommonJS would be left. */
export function asModule(source: string): string {
  const imports: string[] = []
  let text = source.replace(REQUIRES, (_, list: string) => {
    for (const [, local, id] of list.matchAll(/(\w+) = require\("([^"]+)"\)/g)) imports.push(`import * as ${local} from '${id}'`)
    return ''
  })
  const uses = [...text.matchAll(/\bexports\.(\w+)/g)].map(([, name = '']) => name)
  const names = [...new Set(uses)]
  for (const name of names) {
    const isReadToo = uses.indexOf(name) !== uses.lastIndexOf(name)
    if (isReadToo) imports.push(`var export_${name}`)
    text = text.replaceAll(new RegExp(`\\bexports\\.${name}\\b`, 'g'), isReadToo ? `export_${name}` : `var export_${name}`)
  }
  const left = /\b(?:exports|module|require)\b\s*[.([=]/.exec(text)
  if (names.length === 0 || left) throw unknownReact(left ? `"${left[0]}" is left over` : 'it exports nothing')
  return [...imports, text, `export { ${names.map((name) => `export_${name} as ${name}`).join(', ')} }`, ''].join('\n')
}

/**
 * Answers to React's checks of its surroundings, for the browsers that we build for; the other branches go. React's
 * developer tools look into the development server's pages, so production has nothing for them.
 */
const ANSWERS = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  'typeof reportError': '"function"',
  'typeof setImmediate': '"undefined"',
  'typeof MessageChannel': '"function"',
  'typeof AbortController': '"function"',
  'typeof WeakMap': '"function"',
  'typeof WeakSet': '"function"',
  'typeof queueMicrotask': '"function"',
}

const answered = (source: string) =>
  Object.entries(ANSWERS).reduce((text, [question, answer]) => text.replaceAll(question, answer), source)

function inBrowser(source: string, file: string): string {
  const text = answered(file === basename(FILES['react-dom/client']) ? withoutUnusedParts(source) : source)
  return withoutUnusedExports(asModule(text), file)
}

const isServer = (environment: Environment) => environment.config.consumer === 'server'

export function reactModules(): Plugin {
  return {
    name: 'kismet:react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (isServer(this.environment) && !inWorker.includes(id)) return null
      return id in FILES ? reactFile(id as keyof typeof FILES) : null
    },
    onLog(_level, { code, message }) {
      if (code !== 'IMPORT_IS_UNDEFINED') return true
      // React looks for two parts of its scheduler that only other builds of it have.
      if (!message.includes('react-dom-client.production.js')) throw new Error(message)
      return false
    },
    transform: {
      filter: { id: /\/node_modules\// },
      handler(source, id) {
        const isForServer = isServer(this.environment)
        if (isForServer && /\/react-dom\//.test(id)) return null
        if (/\/(?:react|react-dom|scheduler)\/cjs\//.test(id)) {
          return { code: isForServer ? asModule(source) : inBrowser(source, basename(id)), map: null }
        }
        // A default import would be the object that holds everything: libraries import the names that they use.
        return { code: source.replace(DEFAULT_IMPORT, 'import * as $1 from $2'), map: null }
      },
    },
  }
}

function unknownReact(reason: string): Error {
  return new Error(
    `A file of React is not as scripts/build/react-modules.ts expects: ${reason}. ` +
      'Adapt it to the new source, or take the plugin out of vite.config.ts: the browser then loads some 12 KB more.',
  )
}
