import type { Manifest } from 'vite'
import { expect, test } from 'vitest'
import { routeList } from '#shared/routing/routes.ts'
import { hashRoutes } from './route-hashes.ts'

const manifest: Manifest = {
  'src/pages/likes/page.tsx': { file: 'assets/likes-aaaaaaa.js', imports: ['_base.js'], css: ['assets/likes-aaaaaa.css'] },
  'src/pages/visitors/page.tsx': { file: 'assets/visitors-aaaaaaa.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base-aaaaaaa.js' },
}
const texts = (namespace: string) => namespace
const before = hashRoutes(routeList, manifest, texts)

/** The pages whose hash is another. */
function changedBy(next: Manifest, nextTexts = texts): string[] {
  const after = hashRoutes(routeList, next, nextTexts)
  return Object.keys(before).filter((key) => before[key] !== after[key])
}

test('a changed page has another hash, and no other page has', () => {
  const file = { ...manifest['src/pages/likes/page.tsx'], file: 'assets/likes-bbbbbbb.js' }
  expect(changedBy({ ...manifest, 'src/pages/likes/page.tsx': file })).toEqual(['likes'])
  const styled = { file: 'assets/likes-aaaaaaa.js', imports: ['_base.js'], css: ['assets/likes-bbbbbb.css'] }
  expect(changedBy({ ...manifest, 'src/pages/likes/page.tsx': styled })).toEqual(['likes'])
})

test('a file that several pages import changes all of them', () => {
  expect(changedBy({ ...manifest, '_base.js': { file: 'assets/base-bbbbbbb.js' } })).toEqual(['likes', 'visitors'])
})

test('a corrected text changes the pages that show it', () => {
  expect(changedBy(manifest, (namespace) => (namespace === 'visitors' ? 'corrected' : namespace))).toEqual(['visitors'])
  expect(changedBy(manifest, (namespace) => (namespace === 'common' ? 'corrected' : namespace))).toEqual(Object.keys(before))
})
