import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { fixedFiles, fixedRoutes } from './support/browser/fixed-files.ts'

type Worker = { fetch(request: Request, env: { APP: { fetch(request: Request): Promise<Response> } }): Promise<Response> }

const text = 'export const heart = 1'
const forEver = 'public, max-age=31536000, immutable'
let asked = 0
let worker: Worker

beforeEach(async () => {
  asked = 0
  // Another address is another instance of the module, with nothing in memory.
  const source = `${fixedFiles}\n// ${crypto.randomUUID()}`
  worker = ((await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)) as { default: Worker })
    .default
})

function ask(answer: Response, init?: RequestInit): Promise<Response> {
  const app = async () => {
    asked += 1
    return answer.clone()
  }
  return worker.fetch(new Request('http://localhost/assets/heart.js', init), { APP: { fetch: app } })
}

test('a file that never changes comes from the application once, then from memory, with the same headers and words', async () => {
  const file = new Response(text, { headers: { 'cache-control': forEver, 'content-type': 'text/javascript', etag: '"1"' } })
  for (const answer of [await ask(file), await ask(file)]) {
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...Object.fromEntries(file.headers),
      'content-encoding': 'gzip',
    })
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(text)
  }
  expect(asked).toBe(1)
})

test('what is no text is not packed', async () => {
  const font = new Response(text, { headers: { 'cache-control': forEver, 'content-type': 'font/woff2' } })
  for (const answer of [await ask(font), await ask(font)]) expect(await answer.text()).toBe(text)
  expect(asked).toBe(1)
})

test.each([
  ['an answer that may change', new Response(text, { headers: { 'cache-control': 'no-cache' } }), {}],
  ['a missing file', new Response(text, { status: 404, headers: { 'cache-control': forEver } }), {}],
  ['a part of a file', new Response(text, { headers: { 'cache-control': forEver } }), { headers: { range: 'bytes=0-1' } }],
  ['a comparison', new Response(text, { headers: { 'cache-control': forEver } }), { headers: { 'if-none-match': '"1"' } }],
  ['another method', new Response(null, { headers: { 'cache-control': forEver } }), { method: 'HEAD' }],
])('%s comes from the application each time', async (_, answer, init) => {
  for (const each of [await ask(answer, init), await ask(answer, init)]) expect(each.status).toBe(answer.status)
  expect(asked).toBe(2)
})

test('no document, call or photo is among the addresses', () => {
  expect(fixedRoutes).toEqual(['*/assets/*', '*/locales/*', '*/avatars/*', '*/icons.svg'])
})
