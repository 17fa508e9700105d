import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { inJurisdiction } from './jurisdiction.ts'

const wrangler = readFileSync('wrangler.toml', 'utf8')
/** Every binding of a class of objects. */
const bindings = [...new Set([...wrangler.matchAll(/name = "(\w+)"\nclass_name = /g)].map(([, name = '']) => name))]

/** An environment whose namespaces note the jurisdiction that they were asked for. */
function recordingEnvironment(jurisdiction: string) {
  const namespaces = bindings.map((name) => [name, { jurisdiction: (where: string) => `${name} in ${where}` }])
  return { JURISDICTION: jurisdiction, MAIL_FROM: 'hello@kismet.example', ...Object.fromEntries(namespaces) } as unknown as Env
}

describe('the jurisdiction of a deployment', () => {
  test('holds every class of objects, and leaves all else as it is', () => {
    expect(bindings).toContain('MEMBER_HUB')
    const placed = inJurisdiction(recordingEnvironment('eu'))
    expect(placed).toEqual({
      JURISDICTION: 'eu',
      MAIL_FROM: 'hello@kismet.example',
      ...Object.fromEntries(bindings.map((name) => [name, `${name} in eu`])),
    })
  })

  test('is none on this machine: the environment stays the same one', () => {
    const local = recordingEnvironment('')
    expect(inJurisdiction(local)).toBe(local)
  })
})
