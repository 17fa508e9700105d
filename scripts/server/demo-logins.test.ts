import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeDemo } from './demo-logins.ts'

test('a local server prints its address and the demo logins of the README, with their password', () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, section = ''] = readme.split('### Demo logins')
  const table = section.slice(0, section.indexOf('##')).match(/\S+@demo\.test/g)
  const printed = describeDemo('http://localhost:8787')
  expect(printed).toContain('Kismet is at http://localhost:8787\n')
  expect(printed.match(/^ {2}\S+@demo\.test$/gm)?.map((line) => line.trim())).toEqual(table)
  const [, password = ''] = /They all use the password `([^`]+)`/.exec(readme) ?? []
  expect(printed).toContain(`with the password ${password}:`)
})
