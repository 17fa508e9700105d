import { expect, it } from 'vitest'
import { withoutFiles } from './preload-lists.ts'

const code =
  'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/a.js","assets/base.css","assets/b.js"])))=>i.map(i=>d[i]);' +
  'e(()=>import(`./a.js`),__vite__mapDeps([0,1]));e(()=>import(`./b.js`),__vite__mapDeps([2,1]));e(()=>import(`./c.js`),__vite__mapDeps([1]))'

it('takes out what is there already, and each import still names its other files', () => {
  expect(withoutFiles(code, new Set(['assets/base.css', 'assets/unknown.js']))).toBe(
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/a.js","assets/b.js"])))=>i.map(i=>d[i]);' +
      'e(()=>import(`./a.js`),__vite__mapDeps([0]));e(()=>import(`./b.js`),__vite__mapDeps([1]));e(()=>import(`./c.js`),__vite__mapDeps([]))',
  )
})

it('leaves a script without such a list, or without such a file, as it is', () => {
  expect(withoutFiles('import(`./a.js`)', new Set(['assets/a.js']))).toBe('import(`./a.js`)')
  expect(withoutFiles(code, new Set(['assets/d.js']))).toBe(code)
})
