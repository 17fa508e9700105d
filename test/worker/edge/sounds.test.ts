import { createExecutionContext, env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const app = createApp()
const sound = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)

/** The platform's files: whole ones only. */
const files = {
  fetch: async (request: Request) => {
    if (new URL(request.url).pathname !== '/sounds/notification.mp3') return new Response('none', { status: 404 })
    const headers = { 'content-type': 'audio/mpeg', etag: '"one"' }
    if (request.headers.get('if-none-match') === '"one"') return new Response(null, { status: 304, headers })
    return new Response(sound, { headers })
  },
}

async function ask(headers: Record<string, string> = {}, path = '/sounds/notification.mp3', method = 'GET') {
  const request = new Request(origin + path, { headers, method })
  return app.fetch(request, { ...env, ASSETS: files }, createExecutionContext())
}

describe('a sound', () => {
  test('comes whole, and says that parts of it can be asked for', async () => {
    const answer = await ask()
    expect([answer.status, answer.headers.get('accept-ranges'), answer.headers.get('content-type')]).toEqual([
      200,
      'bytes',
      'audio/mpeg',
    ])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=604800')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sound)
  })

  test.each([
    ['bytes=0-1', 0, 1],
    ['bytes=0-', 0, 999],
    ['bytes=500-599', 500, 599],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
  ])('comes in the part that is asked for: %s', async (range, first, last) => {
    const answer = await ask({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/1000`])
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sound.slice(first, last + 1))
  })

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('has no such part: %s', async (range) => {
    const answer = await ask({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  })

  test.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,5-6', 'items=0-1', 'nonsense'])('comes whole where no one part is named: %s', async (range) => {
    expect((await ask({ range })).status).toBe(200)
  }) // prettier-ignore

  test('comes whole where the part is of another version, and not again where it is known', async () => {
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"one"' })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"two"' })).status).toBe(200)
    const known = await ask({ 'if-none-match': '"one"' })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  test('that there is not is a 404 that nobody stores', async () => {
    const answer = await ask({ range: 'bytes=0-1' }, '/sounds/none.mp3')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test('is described without its bytes', async () => {
    const answer = await ask({}, undefined, 'HEAD')
    expect([answer.status, answer.headers.get('accept-ranges'), await answer.text()]).toEqual([200, 'bytes', ''])
  })
})
