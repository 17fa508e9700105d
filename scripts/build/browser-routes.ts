import type { Plugin } from 'vite'

/** What only the server reads of a route: who may open it, and how it is stored. */
export const serverFacts = ['auth', 'cache', 'rules', 'signedInTo'] as const

const fact = new RegExp(`\\b(?:${serverFacts.join('|')}): (?:'[^']*'|\\[[^\\]]*\\]),?`, 'g')

/** Leaves out of the browser's route table what only the server reads: every signed-in page loads the whole table. */
export function browserRoutes(): Plugin {
  return {
    name: 'kismet:browser-routes',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/src\/shared\/routing\/routes\.ts$/ },
      handler: (code) => ({ code: withoutServerFacts(code), map: null }),
    },
  }
}

export function withoutServerFacts(code: string): string {
  return code.replace(fact, '')
}
