import { expect, test } from 'vitest'
import { filesToFetch } from './client-chunks.ts'

const files = [
  'start-11111111.js',
  'react-22222222.js',
  'base-33333333.js',
  'member-44444444.js',
  'page-55555555.js',
  'page-6666_666.css',
].map((file) => `assets/${file}`)

test.each([
  ['assets/guest-entry-aaaaaaaa.js', ['react', 'base', 'member', 'page']],
  ['assets/hydrate-entry-bb-bbb_b.js', ['member', 'page']],
  ['assets/member-cccccccc.js', ['page', 'page']],
  ['assets/page-dddddddd.js', ['page', 'page']],
  ['assets/entry-eeeeeeee.js', []],
])('%s asks for what its document has not brought', (host, names) => {
  expect(filesToFetch(files, host).map((file) => /\/(\w+)-/.exec(file)?.[1])).toEqual(names)
})
