import { expect, it } from 'vitest'
import { canonicalPath } from './canonical-path.ts'

it.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/About/', '/about'],
  ['/UK', '/uk'],
  ['/En-US/', '/en-us'],
  ['/UK/Blog/First-Messages//', '/uk/blog/first-messages'],
  ['/London', '/london'],
  ['/de/Berlin/', '/de/berlin'],
  ['/Favorits', '/favorits'],
  ['//evil.example', '/evil.example'],
  ['/%61bout', '/about'],
  ['/%55K/%4cond%6Fn', '/uk/london'],
  ['/a%2Fb%2f%C3%A4', '/a%2Fb%2f%C3%A4'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['/profile-info/AbC-9/', '/profile-info/AbC-9'],
  ['/DE/anonymous-chat/AbC', '/de/anonymous-chat/AbC'],
  ['/Somewhere/Else', '/Somewhere/Else'],
])('%s is spelt %s', (path, plain) => expect(canonicalPath(path)).toBe(plain))

it.each(['/UK/About/', '/profile-info/X/', '/a/B/', '//x//'])('the plain spelling of %s stays', (path) =>
  expect(canonicalPath(canonicalPath(path))).toBe(canonicalPath(path)),
)
