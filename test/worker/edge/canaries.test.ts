import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { profiles } from '#db/schema.ts'
import { firstDrawing } from '#shared/drawing/drawing.ts'
import { drawingAddresses } from '#features/avatars/server/public.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import { drawingPartsUrl } from '#shared/avatar.ts'
import { withPrefix } from '#shared/routing/href.ts'
import { routeList } from '#shared/routing/routes.ts'
import { feedHref } from '#features/blog/contract.ts'
import { locales } from '#shared/i18n/locales.ts'
import { createApp } from '#worker/app.ts'
import { canariesIn, createWatched, type Watched } from '#test/support/worker/canaries.ts'
import { secretsIn, watchLog } from '#test/support/worker/log.ts'
import { db, postJson } from '#test/support/worker/members.ts'
import { openPage, payloadPath } from '#test/support/worker/pages.ts'
import { connect, connectDirectly, newId } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The requests of an address about the other member: addresses of a GET, bodies of a POST. */
type Asked<What> = (watched: Watched) => What[] | Promise<What[]>
type Body = Record<string, unknown>

const page: Asked<string> = () => ['']
const none: Asked<Body> = () => [{}]
const id: Asked<Body> = ({ other }) => [{ id: other.id }]
/** An evening that may be booked in a time zone of Europe. */
const tomorrow = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00:00.000Z`
const slot: Asked<Body> = () => [{ slot: tomorrow }]
const message: Asked<Body> = ({ conversation }) => [{ conversation, seq: 1 }]

/** Every page, with the queries that make it show somebody. A page that is not here fails the test below. */
const pages: Record<string, Asked<string>> = {
  '/': page,
  '/about': page,
  '/services': page,
  '/faq': page,
  '/contact-us': page,
  '/blog': page,
  '/blog/:slug': page,
  '/:citySlug': page,
  '/public-profile': page,
  '/cookies-policy': page,
  '/privacy-policy': page,
  '/terms-and-conditions': page,
  '/static/data-processing-consent': page,
  '/sign-in': page,
  '/sign-in/google/callback': page,
  '/sign-in/facebook/callback': page,
  '/sign-up': page,
  '/email-verify': page,
  '/questionnaire': page,
  '/people-nearby': () => ['', '?order=neutral', '?wide=1', '?within=25&ageMin=20&ageMax=60'],
  '/profile-info/:id': page,
  '/profile': () => ['', '?as=match'],
  '/profile-settings': () => ['', '?edit=drawing&hair=bun'],
  '/quiz': () => ['', '?list=1'],
  '/likes': () => ['', '?tab=received', '?tab=sent', '?tab=matches'],
  '/favorits': page,
  '/visitors': page,
  '/messages': ({ conversation }) => ['', `?chat=${conversation}`, '?q=watermelon', '?requests=1'],
  '/anonymous-chat': page,
  '/anonymous-chat/:id': page,
  '/blind-dates': page,
  '/blind-dates/:id': page,
  '/store': () => ['', '?view=orders', '?order=x', '?boost=x'],
  '/cart': () => ['', '?order=x&paid=1', '?pay=cs_sandbox_x'],
  '/restricted': page,
  '/main-settings': page,
}

/** Every other address that is read. */
const reads: Record<string, Asked<string>> = {
  '/healthz': () => ['/healthz'],
  '/assets/*': () => ['/assets/gone-1234567.js'],
  '/_shell/:locale': () => ['/_shell/en'],
  '/_offline/:locale': () => ['/_offline/en'],
  '/locales/*': () => ['/locales/gone/en/common.json'],
  '/builds/*': () => ['/builds/latest.json', '/builds/meta/gone.json'],
  '/avatars/:style/:file': () => ['/avatars/notionists/ben.svg', '/avatars/built/2920000010.svg'],
  [drawingPartsUrl]: () => [drawingPartsUrl],
  '/avatars/:file': async () => [(await drawingAddresses(env))('notionists:ben') ?? ''],
  '/sounds/*': () => ['/sounds/notification.mp3'],
  '/api/encounters/portrait': () => ['/api/encounters/portrait?id=gone'],
  '/api/auth/session': () => ['/api/auth/session'],
  '/api/auth/status': () => ['/api/auth/status'],
  '/api/auth/link/google/callback': () => ['/api/auth/link/google/callback'],
  '/api/auth/link/facebook/callback': () => ['/api/auth/link/facebook/callback'],
  '/api/auth/facebook/deletion': () => ['/api/auth/facebook/deletion'],
  '/api/account/export': () => ['/api/account/export'],
  '/api/account/export/:id': ({ other }) => [`/api/account/export/${other.id}`],
  '/api/blind-dates/calendar': () => [`/api/blind-dates/calendar?slot=${tomorrow}`],
  '/api/realtime/token': () => ['/api/realtime/token'],
  '/api/chat/photo/:conversation/:id': ({ conversation }) => [`/api/chat/photo/${conversation}/x`],
  '/api/gifts': () => ['/api/gifts'],
  '/api/notifications': () => ['/api/notifications'],
  '/api/people/count': () => ['/api/people/count?ageMin=20'],
  '/api/boosts': () => ['/api/boosts'],
  '/api/people/photos': ({ other }) => [`/api/people/photos?id=${other.id}`],
  '/api/notifications/unsubscribe': () => ['/api/notifications/unsubscribe'],
  '/api/photos': () => ['/api/photos'],
  '/api/places': () => ['/api/places?q=york'],
  '/api/plain': () => ['/api/plain'],
  '/realtime': () => ['/realtime'],
  '/realtime/conversations/:conversation': ({ conversation, viewer }) => [
    `/realtime/conversations/${conversation}?member=${viewer.id}`,
  ],
  '/photos/:token/:file': async ({ viewer, photo }) => [(await addressesFor(env, viewer.id, Date.now()))(photo) ?? ''],
  '/ops': () => ['/ops'],
  '/ops/photos': () => ['/ops/photos'],
  '/ops/verifications': () => ['/ops/verifications'],
  '/ops/verifications/:id/picture': () => ['/ops/verifications/x/picture'],
  '/ops/reports': () => ['/ops/reports'],
  '/ops/reports/:id': () => ['/ops/reports/x'],
  '/ops/reports/:id/photos/:seq': () => ['/ops/reports/x/photos/1'],
  '/ops/reports/:id/pictures/:position': () => ['/ops/reports/x/pictures/0'],
  '/ops/members': () => ['/ops/members'],
  '/ops/members/:id': ({ other }) => [`/ops/members/${other.id}`],
  '/ops/appeals': () => ['/ops/appeals'],
  '/ops/contact': () => ['/ops/contact'],
  '/ops/contact/:id': () => ['/ops/contact/x'],
  '/ops/audit': () => ['/ops/audit'],
  '/ops/security': () => ['/ops/security'],
  '/ops/mail': () => ['/ops/mail'],
  '/ops/deletions': () => ['/ops/deletions'],
  '/ops/orders': ({ other }) => ['/ops/orders', `/ops/orders?find=${other.id}`],
  '/ops/orders/:id': () => ['/ops/orders/x'],
  '/ops/passkeys': () => ['/ops/passkeys'],
  '/ops/payments': () => ['/ops/payments'],
  '/ops/promo-codes': () => ['/ops/promo-codes'],
  '/ops/redirects': () => ['/ops/redirects'],
  '/ops/switches': () => ['/ops/switches'],
  '/ops/posts': () => ['/ops/posts'],
  '/ops/posts/:slug': () => ['/ops/posts/x'],
  '/ops/posts/:slug/texts/:locale': () => ['/ops/posts/x/texts/en'],
  '/ops/posts/:slug/texts/:locale/preview': () => ['/ops/posts/x/texts/en/preview'],
  '/robots.txt': () => ['/robots.txt'],
  '/sitemap.xml': () => ['/sitemap.xml'],
  '/sitemaps/:file': () => ['/sitemaps/en.xml'],
  ...Object.fromEntries(locales.map(({ code }) => [feedHref(code), () => [feedHref(code)]])),
}

/** Every address that is written to, with bodies that name the other member wherever a body does. */
const writes: Record<string, Asked<Body>> = {
  '/api/auth/sign-in': ({ canaries }) => [{ email: canaries['email'], password: 'warm-river-lantern' }],
  '/api/auth/passkeys/challenge': none,
  '/api/auth/passkeys/sign-in': none,
  '/api/auth/passkeys/new': none,
  '/api/auth/passkeys/add': none,
  '/api/auth/passkeys/not-now': none,
  '/api/auth/passkeys/remove': ({ other }) => [{ id: other.sid }],
  '/api/auth/refresh': none,
  '/api/auth/sign-out': none,
  '/api/auth/sign-up': ({ canaries }) => [{ email: canaries['email'], password: 'warm-river-lantern' }],
  '/api/auth/google': none,
  '/api/auth/link/google': none,
  '/api/auth/confirm/google': none,
  '/api/auth/facebook': none,
  '/api/auth/link/facebook': none,
  '/api/auth/confirm/facebook': none,
  '/api/auth/unlink': none,
  '/api/auth/confirm': none,
  '/api/auth/forget-provider': none,
  '/api/auth/facebook/deletion': none,
  '/api/auth/facebook/deauthorize': none,
  '/api/registration/verify': none,
  '/api/registration/verify/anew': none,
  '/api/registration/resend': none,
  '/api/registration/change-address': none,
  '/api/registration/consents': none,
  '/api/contact': ({ canaries }) => [
    { topic: 'safety', name: 'Nora', email: canaries['email'], message: 'Is this somebody’s address?' },
  ],
  '/api/contact/member': ({ other }) => [{ topic: 'safety', message: `What about ${other.id}?` }],
  '/api/account/reset': none,
  '/api/account/reset/resend': none,
  '/api/account/reset/password': none,
  '/api/account/email/undo': none,
  // Refused, or it would end what is watched.
  '/api/account/delete': () => [{ reason: 'x' }],
  '/api/account/restore': none,
  '/api/account/email': none,
  '/api/account/email/confirm': none,
  '/api/account/email/resend': none,
  '/api/account/password': none,
  '/api/account/export': none,
  '/api/account/devices/end': ({ other }) => [{ id: other.sid }],
  '/api/locale': () => [{ locale: 'uk' }],
  '/api/questionnaire': none,
  '/api/questionnaire/drawing': () => [{ ...firstDrawing }],
  '/api/profile/basics': none,
  '/api/profile/words': () => [{ revision: 1, about: 'x' }],
  '/api/profile/seeking': none,
  '/api/profile/facts': () => [{ revision: 1 }],
  '/api/profile/beliefs': () => [{ revision: 1 }],
  '/api/profile/answers': () => [{ prompt: 'ask-me', text: 'x', see: 'everyone' }],
  '/api/profile/answers/remove': () => [{ prompt: 'ask-me' }],
  '/api/profile/portrait': none,
  '/api/profile/drawing': () => [{ ...firstDrawing }],
  '/api/profile/place': () => [{ revision: 1, cellX: 100, cellY: 2000 }],
  '/api/profile/pause': () => [{ pause: '1' }],
  '/api/people/seen': () => [{ text: 'x' }],
  '/api/boosts/activate': () => [{ key: newId() }],
  '/api/premium/mark': () => [{ shows: '1' }],
  '/api/likes': id,
  '/api/likes/withdraw': id,
  '/api/likes/pass': id,
  '/api/likes/undo': none,
  '/api/likes/seen': () => [{ until: Date.now() }],
  '/api/favourites': ({ other }) => [{ id: other.id, note: 'mine' }],
  '/api/favourites/remove': id,
  '/api/favourites/note': ({ other }) => [{ id: other.id, note: 'mine' }],
  '/api/quiz': () => [{ question: 7, answer: 0, acceptable: ['any'], importance: 10 }],
  '/api/quiz/remove': () => [{ question: 1 }],
  '/api/visits': id,
  '/api/visits/seen': () => [{ until: Date.now() }],
  '/api/blocks': id,
  '/api/blocks/remove': id,
  '/api/reports': ({ other }) => [{ id: other.id, source: 'profile', category: 'fake' }],
  '/api/chat/request': ({ other }) => [{ to: other.id, cid: newId(), text: 'Hello!' }],
  '/api/chat/accept': message,
  '/api/chat/decline': message,
  '/api/chat/send': ({ conversation }) => [{ conversation, cid: newId(), text: 'Hello!' }],
  '/api/chat/photo': none,
  '/api/chat/edit': ({ conversation }) => [{ conversation, seq: 1, text: 'x' }],
  '/api/chat/delete': message,
  '/api/chat/react': ({ conversation }) => [{ conversation, seq: 1, emoji: '❤️' }],
  '/api/chat/unmatch': message,
  '/api/chat/read': message,
  '/api/gifts/send': ({ conversation }) => [{ conversation, gift: 'gift-rose', id: newId() }],
  '/api/gifts/buy': ({ conversation }) => [{ conversation, gift: 'gift-rose', key: newId(), currency: 'GBP', price: 99 }],
  '/api/gifts/claim': () => [{ key: newId() }],
  '/api/anonymous/join': () => [{ language: 'cs', topics: ['music'] }],
  '/api/anonymous/leave': none,
  '/api/anonymous/next': id,
  '/api/anonymous/reveal': id,
  '/api/anonymous/report': ({ other }) => [{ id: other.id, category: 'fake' }],
  '/api/blind-dates/book': slot,
  '/api/blind-dates/cancel': slot,
  '/api/blind-dates/now': none,
  '/api/blind-dates/tell-me': () => [{ on: false }],
  '/api/blind-dates/accept': id,
  '/api/blind-dates/vote': ({ other }) => [{ id: other.id, yes: true }],
  '/api/blind-dates/extend': id,
  '/api/blind-dates/leave': none,
  '/api/blind-dates/report': ({ other }) => [{ id: other.id, category: 'fake' }],
  '/api/notifications/unsubscribe': none,
  '/api/notifications/read': none,
  '/api/notifications/settings': none,
  '/api/notifications/settings/quiet-hours': none,
  '/api/push/subscribe': ({ canaries }) => [{ member: 'x', endpoint: canaries['pushAddress'], p256dh: 'x', auth: 'x' }],
  '/api/push/unsubscribe': none,
  '/api/settings/appearance': none,
  '/api/settings/privacy': () => [{ showsOnline: true, browsesInvisibly: false }],
  '/api/settings/time-zone': none,
  '/api/settings/chat': none,
  '/api/pixel': () => [{ choice: 'declined' }],
  '/api/public-profile': () => [{ isPublic: true }],
  '/api/restriction/appeal': none,
  '/api/store/cart/line': () => [{ product: 'boost-1', quantity: 1 }],
  '/api/store/cart/promo': () => [{ promo: 'x' }],
  '/api/store/cart/currency': () => [{ currency: 'EUR' }],
  '/api/store/checkout': () => [{ key: newId(), currency: 'EUR', total: 0 }],
  '/api/store/settle': () => [{ order: 'x' }],
  '/api/store/sandbox/card': () => [{ session: 'x', card: '4242424242424242', expiry: '12/40', code: '123' }],
  '/api/store/sandbox/bank': () => [{ session: 'x', bank: 'confirm' }],
  '/api/store/withdraw': () => [{ order: 'x', amount: 0 }],
  '/api/store/webhook': none,
  '/api/photos': none,
  '/api/photos/order': none,
  '/api/photos/move': none,
  '/api/photos/remove': none,
  '/api/verification/consent': none,
  '/api/verification/withdraw': none,
  '/api/verification/pose': none,
  '/api/verification/picture': none,
  '/api/demo/seed': none,
  '/api/errors': ({ canaries }) => [{ message: canaries['about'] }],
  '/realtime/poll': none,
  '/ops/password': none,
  '/ops/enrol': none,
  '/ops/confirm': none,
  '/ops/code': none,
  '/ops/passkey-challenge': none,
  '/ops/passkey': none,
  '/ops/passkeys': none,
  '/ops/passkeys/:id/remove': none,
  '/ops/enrolment-challenge': none,
  '/ops/factor-passkeys/:id': none,
  '/ops/lock': none,
  '/ops/factors/:id': none,
  '/ops/photos/:id': none,
  '/ops/verifications/:id': none,
  '/ops/reports/:id': none,
  '/ops/members': ({ canaries }) => [{ email: canaries['email'] }],
  '/ops/members/:id/restrict': none,
  '/ops/members/:id/delete': none,
  '/ops/restrictions/:id/lift': none,
  '/ops/appeals/:id': none,
  '/ops/contact/:id': none,
  '/ops/mail/:id': none,
  '/ops/orders/:id/settle': none,
  '/ops/orders/:id/refund': none,
  '/ops/payments/:id/close': none,
  '/ops/promo-codes': none,
  '/ops/promo-codes/:code/end': none,
  '/ops/redirects': none,
  '/ops/redirects/remove': none,
  '/ops/switches/:name': none,
  '/ops/posts': none,
  '/ops/posts/:slug/tags': none,
  '/ops/posts/:slug/publish': none,
  '/ops/posts/:slug/unpublish': none,
  '/ops/posts/:slug/delete': none,
  '/ops/posts/:slug/texts/:locale': none,
  '/ops/posts/:slug/texts/:locale/preview': none,
}

/** The abilities of the member here: without them the walk would meet refusals only. */
const taken = new Set([
  '/api/visits',
  '/api/favourites',
  '/api/favourites/note',
  '/api/reports',
  '/api/blocks',
  '/api/likes/seen',
])

/** Lines of the log since the test began. */
let lines: string[] = []
beforeEach(() => {
  lines = watchLog()
})
afterEach(() => void vi.restoreAllMocks())

/** Returns a whole answer: its body and its headers. */
async function wholeOf(answer: Response): Promise<string> {
  // The length may be any short number by chance.
  const headers = [...answer.headers].filter(([name]) => name !== 'content-length')
  return `${JSON.stringify(headers)}\n${await answer.text()}`
}

it('knows every page and every address of the worker', () => {
  const found = createApp()
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  const known = [
    'GET /*', // Every page of the route table, below, and its payload.
    ...Object.keys(reads).map((path) => `GET ${path}`),
    ...Object.keys(writes).map((path) => `POST ${path}`),
  ]
  expect([...new Set(found)].sort()).toEqual(known.sort())
  expect(routeList.map(({ path }) => path).sort()).toEqual(Object.keys(pages).sort())
})

describe.each(['stranger', 'match'] as const)('a %s learns no secret of another member', (relation) => {
  let watched: Watched
  beforeAll(async () => {
    watched = await createWatched(relation)
  })

  it.each(Object.entries(pages))('from the page %s', async (path, asked) => {
    for (const query of await asked(watched)) {
      const address = withPrefix(path.replace(':id', watched.other.id) as `/${string}`, 'en') + query
      for (const form of [address, payloadPath(address)]) {
        const answer = await openPage(watched.viewer, form)
        expect(answer.status, form).toBeLessThan(500)
        expect(canariesIn(await wholeOf(answer), watched.canaries), form).toEqual([])
      }
    }
    expect(secretsIn(lines, watched)).toEqual([])
  })

  it.each(Object.entries(reads))('from GET %s', async (_, asked) => {
    for (const address of await asked(watched)) {
      const answer = await openPage(watched.viewer, address)
      expect(answer.status).toBeLessThan(500)
      expect(canariesIn(await wholeOf(answer), watched.canaries)).toEqual([])
    }
    expect(secretsIn(lines, watched)).toEqual([])
  })

  it('from the frames of the open conversation', async () => {
    const client = await connect(watched.viewer.id)
    if (relation === 'match') await client.enter(watched.conversation)
    await client.heads()
    expect(client.frames.length).toBeGreaterThan(0)
    const direct = await connectDirectly(watched.viewer.id, watched.conversation)
    if (relation === 'match') await direct.enter(watched.conversation)
    else expect(await direct.closed).toMatchObject({ code: 4403 })
    expect(canariesIn(JSON.stringify([client.frames, direct.frames]), watched.canaries)).toEqual([])
  })

  /** What is refused changes nothing, so the next address may have the same two. */
  let unchanged: Watched | null = null
  it.each(Object.entries(writes))('from POST %s', async (path, asked) => {
    const own = unchanged ?? (await createWatched(relation))
    unchanged = own
    for (const body of await asked(own)) {
      const answer = await postJson(own.viewer, path.replace(':id', own.other.id), body)
      expect(answer.status).toBeLessThan(500)
      expect(answer.status).not.toBe(429)
      if (answer.status < 400) unchanged = null
      if (taken.has(path)) expect(answer.status).toBe(200)
      // A caller who names an email address may get it back.
      const named = new Set(canariesIn(JSON.stringify(body), own.canaries))
      expect(canariesIn(await wholeOf(answer), own.canaries).filter((name) => !named.has(name))).toEqual([])
    }
    expect(secretsIn(lines, own)).toEqual([])
  })
})

describe('the walk', () => {
  it('meets the other member on the pages that show people', async () => {
    for (const [relation, addresses] of [
      ['stranger', ['/people-nearby', '/favorits', '/visitors', '/likes?tab=received']],
      ['match', ['/favorits', '/visitors', '/likes?tab=matches', '/messages']],
    ] as const) {
      const { viewer, other } = await createWatched(relation)
      for (const path of [...addresses, `/profile-info/${other.id}`])
        expect(await (await openPage(viewer, payloadPath(path))).text(), path).toContain(other.id)
    }
  })

  it('would find what is no secret any more', async () => {
    const { viewer, other, canaries } = await createWatched('stranger')
    await db.update(profiles).set({ visibility: {} }).where(eq(profiles.memberId, other.id))
    const open = await openPage(viewer, `/profile-info/${other.id}`)
    expect(canariesIn(await wholeOf(open), canaries)).toContain('about')
    expect(canariesIn(`{"y":${canaries['cellY']}}`, canaries)).toEqual(['cellY'])
  })
})
