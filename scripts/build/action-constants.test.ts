import { expect, test } from 'vitest'
import { action, read } from '#shared/routing/action.ts'
import { readDeclaredActions, withConstants } from './action-constants.ts'

const declared = {
  likeActions: { like: action('/api/likes', 'like'), list: read('/api/likes/list') },
}
const inPage = (code: string) => withConstants(code, declared)

test('an address and a form name become texts', () => {
  expect(inPage('fetch(likeActions.list.path)')).toBe('fetch("/api/likes/list")')
  expect(inPage('useFlash(likeActions.like.form)')).toBe('useFlash("like")')
})

test('an action as a whole becomes an object, also where a body could begin', () => {
  expect(inPage('() => likeActions.like')).toBe('() => ({"path":"/api/likes","form":"like"})')
  expect(inPage('<Form action={likeActions.like} />')).toBe('<Form action={({"path":"/api/likes","form":"like"})} />')
})

test('a table without another use is imported no more, and what stands beside it still is', () => {
  const from = "'./contract.ts'"
  expect(inPage(`import { likeActions } from ${from}\nfetch(likeActions.list.path)`)).toBe('\nfetch("/api/likes/list")')
  expect(inPage(`import { likeActions, likesPerDay } from ${from}\nfetch(likeActions.list.path)`)).toBe(
    `import { likesPerDay } from ${from}\nfetch("/api/likes/list")`,
  )
  const computed = `import { likeActions } from ${from}\nsend(likeActions[key])`
  expect(inPage(computed)).toBe(computed)
})

test('types, other names and computed keys stay as they are', () => {
  for (const code of [
    'type A = AnswerOf<typeof likeActions.list>',
    'messageActions().react',
    'likeActions[key]',
    'likeActions.none',
  ])
    expect(inPage(code)).toBe(code)
})

test('every contract’s tables are found', async () => {
  const { likeActions, sessionActions } = await readDeclaredActions()
  expect(likeActions?.['like']).toEqual({ path: '/api/likes', form: 'like' })
  expect(sessionActions?.['signOut']).toEqual({ path: '/api/auth/sign-out', form: 'sign-out', openToRestricted: true })
})
