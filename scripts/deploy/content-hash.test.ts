import { expect, test } from 'vitest'
import { contentStatements } from '#seed/content.ts'
import { postStatements } from '#seed/posts.ts'
import { readPosts } from '../build/read-posts.ts'
import { hashContent, storedHash } from './content-hash.ts'

test('the content of one build has one hash, whenever it is made', async () => {
  const hashNow = async () => hashContent([...contentStatements(), ...postStatements(await readPosts(), 0)])
  const hash = await hashNow()
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await hashNow()).toBe(hash)
})

test('a change of a text, of a value or of the order is another hash', () => {
  const [a, b] = [
    { sql: 'insert into cities values (?)', params: ['bath'] },
    { sql: 'insert into prices values (?)', params: [999] },
  ]
  const hashes = [[a, b], [b, a], [a], [a, { ...b, params: [998] }], [a, { ...b, params: ['999'] }], [{ ...a, sql: '' }, b]]
  expect(new Set(hashes.map(hashContent)).size).toBe(hashes.length)
})

test('the stored hash is read from what wrangler prints, with what it says before', () => {
  const hash = 'a'.repeat(64)
  const rows = (results: object[]) => JSON.stringify([{ results, success: true, meta: { duration: 1 } }], null, 2)
  expect(storedHash(`⛅️ wrangler\n${rows([{ hash }])}`)).toBe(hash)
  for (const other of ['', rows([]), rows([{ hash: 'short' }]), 'no such table: content_seeds'])
    expect(storedHash(other)).toBeNull()
})
