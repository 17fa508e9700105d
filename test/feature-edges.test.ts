import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circlesOf, featureOf } from '../scripts/structure/graph.ts'

/**
 * The reviewed table of which feature may import which. A new line is a decision, and never closes a circle. Imports go through
 * `contract.ts` (both sides) or `server/public.ts` (worker) only; the store's rooms have a `server/public.ts` each.
 */
const allowed: Record<string, string[]> = {
  auth: ['profile'],
  'auth/providers': ['auth/session', 'mail'],
  'auth/recovery': ['auth/session', 'auth/sign-up', 'mail'],
  'auth/session': ['audit', 'mail', 'member-hub', 'notifications', 'photos', 'restriction', 'store'],
  'auth/sign-up': ['auth/providers', 'auth/session', 'legal', 'mail', 'profile'],
  blocks: ['chat', 'member-hub'],
  blog: ['audit'],
  chat: ['member-hub', 'photos'],
  cities: ['location', 'profile'],
  contact: ['audit', 'mail'],
  encounters: ['chat'],
  'encounters/anonymous': ['chat', 'encounters/talk', 'reports'],
  'encounters/dates': ['chat', 'encounters/pairing', 'encounters/talk', 'notifications', 'profile', 'reports'],
  'encounters/talk': ['chat'],
  favourites: ['likes', 'profile'],
  gifts: ['chat', 'entitlements', 'store'],
  home: ['encounters', 'locale', 'location', 'quiz'],
  legal: ['auth', 'pixel'],
  likes: ['chat', 'entitlements', 'member-hub', 'openings', 'profile'],
  'member-hub': ['notifications'],
  nearby: ['likes', 'location', 'photos', 'profile', 'quiz'],
  notifications: ['mail', 'photos'],
  onboarding: ['location', 'photos', 'profile'],
  openings: ['profile', 'quiz'],
  ops: [
    'audit',
    'auth/session',
    'blog',
    'chat',
    'contact',
    'mail',
    'member-hub',
    'photos',
    'reports',
    'restriction',
    'search-engines',
    'store',
  ],
  'personal-data': ['auth/session'],
  photos: ['audit', 'avatars'],
  profile: ['encounters/talk', 'location'],
  'public-profiles': ['profile'],
  reports: ['audit', 'blocks', 'chat', 'encounters', 'encounters/talk', 'mail', 'member-hub', 'photos', 'profile', 'restriction'],
  restriction: ['audit', 'mail', 'member-hub'],
  'search-engines': ['cities'],
  settings: ['auth', 'locale', 'location', 'member-hub', 'notifications', 'profile'],
  store: ['audit', 'entitlements', 'legal', 'likes', 'mail', 'member-hub'],
  visits: ['likes', 'member-hub', 'profile', 'settings'],
}

/** The same for the rooms of the store. All of them use what stands above them, which uses no room. */
const allowedRooms: Record<string, string[]> = {
  checkout: ['cart', 'orders', 'settlement'],
  refunds: ['orders'],
  settlement: ['orders', 'refunds'],
}

type Edge = { file: string; from: string; to: string; entrance: string }

/** Parts share the contract of their whole. */
const isOwn = ({ from, to }: Edge) => to === from || from.startsWith(`${to}/`)

function edges(): Edge[] {
  return globSync('src/features/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const from = featureOf(file) ?? ''
      const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'#features\/([^']+)'/g)
      return [...imports]
        .flatMap(([, path = '']) => {
          const to = featureOf(`src/features/${path}`)
          return to === null ? [] : [{ file, from, to, entrance: path.slice(to.length + 1) }]
        })
        .filter((edge) => !isOwn(edge))
    })
}

const rooms = globSync('src/features/store/*/server').map((path) => path.split('/').at(-2) ?? '')

/** A room is entered by others, and by other features, as a feature is. */
const isEntrance = ({ to, entrance }: Edge) =>
  entrance === 'contract.ts' ||
  entrance === 'server/public.ts' ||
  (to === 'store' && rooms.some((room) => entrance === `${room}/server/public.ts`))

/** Which room of the store imports what of another one; `from` is empty for what stands above the rooms. */
function roomEdges(): Edge[] {
  const importsOfRooms = new RegExp(`(?:from|import\\() ?'(?:#features/store|\\.\\.?)/(${rooms.join('|')})/([^']+)'`, 'g')
  return globSync('src/features/store/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const from = rooms.find((room) => file.startsWith(`src/features/store/${room}/`)) ?? ''
      const imports = readFileSync(file, 'utf8').matchAll(importsOfRooms)
      return [...imports].map(([, to = '', entrance = '']) => ({ file, from, to, entrance })).filter(({ to }) => to !== from)
    })
}

test('features enter each other only through contract.ts or server/public.ts', () => {
  expect(edges().filter((edge) => !isEntrance(edge))).toEqual([])
})

test('so do the rooms of the store, which use exactly those that the table names, in no circle', () => {
  expect(rooms.toSorted()).toEqual(['cart', 'checkout', 'orders', 'refunds', 'settlement'])
  expect(roomEdges().filter(({ entrance }) => entrance !== 'server/public.ts')).toEqual([])
  const found: Record<string, string[]> = {}
  for (const { from, to } of roomEdges()) found[from] = [...new Set([...(found[from] ?? []), to])].sort()
  expect(found).toEqual(allowedRooms)
  expect(circlesOf(roomEdges())).toEqual([])
})

test('features use exactly the features that the table names', () => {
  const found: Record<string, string[]> = {}
  for (const { from, to } of edges()) found[from] = [...new Set([...(found[from] ?? []), to])].sort()
  expect(found).toEqual(allowed)
})

test('no features reach each other in a circle', () => {
  expect(circlesOf(edges())).toEqual([])
})

test('no folder or file is called a place for anything', () => {
  expect(globSync('src/**/*').filter((path) => /(^|\/)(utils?|helpers?|misc|common)(\/|\.tsx?$)/.test(path))).toEqual([])
})
