import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchProps } from './fetch-payload.ts'

const asked: string[] = []

/** Lets the next page answer so; the page on screen is of the build `b1`. */
function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.resolve(Response.json(body, { status }))
  })
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('location', { href: 'https://kismet.test/people-nearby' })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"build":"b1","page":"people-nearby"}' }) })
})
afterEach(() => void vi.unstubAllGlobals())

test('a page answers with its props, under its own path and query', async () => {
  answer({ build: 'b1', data: { props: { match: 'c1' } } })
  expect(await fetchProps('/uk/likes?tab=matches&chat=c1')).toEqual({ match: 'c1' })
  expect(await fetchProps('https://kismet.test/likes')).toEqual({ match: 'c1' })
  expect(asked).toEqual(['/uk/likes/_payload.json?tab=matches&chat=c1', '/likes/_payload.json'])
})

test('a page that redirects has none', async () => {
  answer({ build: 'b1', redirect: '/sign-in' })
  expect(await fetchProps('/likes')).toBeNull()
})

test('a page of another build is not read, and neither is a failure', async () => {
  answer({ build: 'b2', data: { props: { match: 'c1' } } })
  await expect(fetchProps('/likes')).rejects.toThrow('another build')
  answer({ build: 'b1', data: { props: { match: 'c1' } } }, 503)
  await expect(fetchProps('/likes')).rejects.toThrow('503')
})
