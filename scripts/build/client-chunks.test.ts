import { expect, test } from 'vitest'
import { filesToFetch } from './client-chunks.ts'

const files = [
  'start-1111111.js',
  'react-2222222.js',
  'base-3333333.js',
  'member-4444444.js',
  'page-5555555.js',
  'page-6666_6.css',
].map((file) => `assets/${file}`)

test.each([
  ['assets/guest-entry-aaaaaaa.js', ['react', 'base', 'member', 'page']],
  ['assets/hydrate-entry-bb-bb_b.js', ['member', 'page']],
  ['assets/member-ccccccc.js', ['page', 'page']],
  ['assets/page-ddddddd.js', ['page', 'page']],
  ['assets/entry-eeeeeee.js', []],
])('%s asks for what its document has not brought', (host, names) => {
  expect(filesToFetch(files, host).map((file) => /\/(\w+)-/.exec(file)?.[1])).toEqual(names)
})
