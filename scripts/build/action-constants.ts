import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Action } from '#shared/routing/action.ts'

type Declared = Record<string, Record<string, Action>>

const contractFile = /\/src\/.*\/contract\.ts$/
const declaration = /(?<=: )(?:action|read)(?=[<(])/g
const imports = /import \{([^}]*)\} from ('[^']+')/g
const use = /(?<!typeof )\b(\w+Actions)\.(\w+)(?:\.(path|form)\b)?/g

/**
 * Inlines the facts of an action where a page uses them: `likeActions.like.path` becomes the text itself. A table would
 * bring all of a feature's actions to every page that uses one. Code that this plugin does not recognise keeps working
 * with the table.
 */
export function actionConstants(): Plugin {
  let declared: Declared = {}
  return {
    name: 'kismet:action-constants',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      declared = await readDeclaredActions()
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\w+Actions\b/ },
      handler: (code, id) => ({ code: contractFile.test(id) ? withPureCalls(code) : withConstants(code, declared), map: null }),
    },
  }
}

/** Removes a table that no page needs any more, with the functions that made it. */
function withPureCalls(code: string): string {
  return code.replace(declaration, '/* @__PURE__ */ $&')
}

/** An unused import goes too: it would tie the page to the rest of the contract's file. */
export function withConstants(code: string, declared: Declared): string {
  const written = withTexts(code, declared)
  const isUsed = (name: string) => (written.match(new RegExp(`(?<!typeof )\\b${name}\\b`, 'g'))?.length ?? 0) > 1
  return written.replace(imports, (text, names: string, from: string) => {
    const kept = names.split(',').filter((name) => !(name.trim() in declared) || isUsed(name.trim()))
    if (kept.length === names.split(',').length) return text
    return kept.some((name) => name.trim()) ? `import {${kept.join(',')}} from ${from}` : ''
  })
}

function withTexts(code: string, declared: Declared): string {
  return code.replace(use, (text, table: string, key: string, field?: 'path' | 'form') => {
    const action = declared[table]?.[key]
    if (!action) return text
    return field ? JSON.stringify(action[field]) : `(${JSON.stringify(action)})`
  })
}

/** All tables of actions in contracts, by name. */
export async function readDeclaredActions(): Promise<Declared> {
  const declared: Declared = {}
  for (const file of globSync('src/**/contract.ts')) {
    const contract: Record<string, Record<string, Action>> = await import(pathToFileURL(join(process.cwd(), file)).href)
    for (const [name, table] of Object.entries(contract)) {
      if (!name.endsWith('Actions')) continue
      if (name in declared) throw new Error(`${file}: another contract has a table ${name}, too: give one of them another name`)
      declared[name] = table
    }
  }
  return declared
}
