import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Which feature may use which: the one reviewed table. A new line here is a decision; it reaches the other feature only
 * through its `contract.ts` (both sides) or its `server/public.ts` (worker).
 */
const allowed: Record<string, string[]> = {
  account: ['mail', 'registration', 'session'],
  blocks: ['chat', 'member-hub', 'session'],
  chat: ['blocks', 'member-hub', 'photos', 'profile', 'session'],
  favourites: ['blocks', 'likes', 'photos', 'profile', 'session'],
  likes: ['blocks', 'chat', 'member-hub', 'openings', 'photos', 'profile', 'session'],
  'member-hub': ['chat', 'favourites', 'notifications', 'session', 'visits'],
  nearby: ['blocks', 'favourites', 'likes', 'location', 'photos', 'profile', 'quiz', 'session'],
  notifications: ['blocks', 'mail', 'member-hub', 'photos', 'session'],
  openings: ['blocks', 'profile', 'quiz'],
  ops: ['audit', 'chat', 'mail', 'photos', 'reports', 'restriction', 'session'],
  photos: ['audit', 'blocks', 'member-hub', 'session'],
  profile: ['blocks', 'likes', 'location', 'photos'],
  providers: ['mail', 'session'],
  quiz: ['session'],
  questionnaire: ['location', 'photos', 'profile'],
  registration: ['legal', 'mail', 'profile', 'providers', 'session'],
  reports: ['audit', 'blocks', 'chat', 'photos', 'profile', 'session'],
  restriction: ['audit', 'member-hub'],
  session: ['audit', 'mail', 'member-hub', 'notifications', 'photos', 'restriction'],
  settings: ['account', 'location', 'member-hub', 'notifications', 'profile', 'session'],
  visits: ['blocks', 'favourites', 'likes', 'member-hub', 'photos', 'profile', 'session', 'settings'],
}

type Edge = { file: string; from: string; to: string; entrance: string }

function edges(): Edge[] {
  return globSync('src/features/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const from = file.split('/')[2] ?? ''
      const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'#features\/([\w-]+)\/([^']+)'/g)
      return [...imports].map(([, to = '', entrance = '']) => ({ file, from, to, entrance })).filter((edge) => edge.to !== from)
    })
}

test('features enter each other only through contract.ts or server/public.ts', () => {
  expect(edges().filter((edge) => edge.entrance !== 'contract.ts' && edge.entrance !== 'server/public.ts')).toEqual([])
})

test('features use exactly the features that the table names', () => {
  const found: Record<string, string[]> = {}
  for (const { from, to } of edges()) found[from] = [...new Set([...(found[from] ?? []), to])].sort()
  expect(found).toEqual(allowed)
})

test('no folder or file is called a place for anything', () => {
  expect(globSync('src/**/*').filter((path) => /(^|\/)(utils?|helpers?|misc|common)(\/|\.tsx?$)/.test(path))).toEqual([])
})
