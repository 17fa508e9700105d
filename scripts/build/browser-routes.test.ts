import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serverFacts, withoutServerFacts } from './browser-routes.ts'

it('takes the facts of the server out of the route table, and leaves types and the rest of each route', () => {
  const table = `type Route = { auth: Auth; cache?: 'guest' }
const home = { key: 'home', auth: 'guest', rules: ['sign-in', 'google-login'], cache: 'guest', signedInTo: 'sign-in', messages: ['home'] }`
  expect(withoutServerFacts(table)).toBe(`type Route = { auth: Auth; cache?: 'guest' }
const home = { key: 'home',     messages: ['home'] }`)
  const routes = withoutServerFacts(readFileSync('src/shared/routing/routes.ts', 'utf8'))
  expect(routes).not.toMatch(/: '(?:required|optional|guest)',/)
})

it('no source of a browser reads them', () => {
  const read = new RegExp(`\\broute\\??\\.(?:${serverFacts.join('|')})\\b`)
  const sources = globSync([
    'src/{client,layouts,shared,ui}/**/*.{ts,tsx}',
    'src/pages/**/*.tsx',
    'src/features/**/ui/**/*.{ts,tsx}',
    'src/features/**/contract.ts',
  ])
  expect(sources.length).toBeGreaterThan(400)
  expect(sources.filter((file) => read.test(readFileSync(file, 'utf8')))).toEqual([])
})
