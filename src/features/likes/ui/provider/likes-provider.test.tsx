import { likeActions } from '#features/likes/contract.ts'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { PageProvider, type PageValue } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ownLikeId } from '#shared/realtime/wire.ts'
import { shownHere } from '#ui/feedback/shown-here.ts'
import { onToast, type ShownToast } from '#ui/feedback/toasts.ts'
import { useLikes } from './likes-context.ts'
import { LikesProvider } from './likes-provider.tsx'

const anna = { id: 'anna', firstName: 'Anna', avatar: null }
const ben = { id: 'ben', firstName: 'Ben', avatar: null }
const page: PageValue = {
  viewer: null,
  params: {},
  url: '/profile-info/anna',
  timeZone: 'UTC',
  now: Date.now(),
  flash: null,
  config: { wssURL: '', textKey: '', saltLength: 0, pixelId: '', vapidKey: '', periodicRefresh: false },
  page: routes.profileInfo.key,
  error: null,
  isFromElsewhere: false,
}

type Sent = { action: string; answer: (status: number, body: unknown) => void }

let translator: Translator
let sent: Sent[]
let toasts: ShownToast[]
let slot: { pathname: string; search: string; assign: (address: string) => void }
let stopHearing: () => void

beforeEach(async () => {
  translator = createTranslator('en', await loadMessages('en', ['likes', 'common']), { timeZone: 'UTC' })
  sent = []
  toasts = []
  shownHere.clear()
  slot = { pathname: '/profile-info/anna', search: '', assign: vi.fn<(address: string) => void>() }
  vi.stubGlobal('location', slot)
  vi.stubGlobal(
    'fetch',
    (action: string) =>
      new Promise<Response>((resolve) => {
        sent.push({ action, answer: (status, body) => resolve(Response.json(body, { status })) })
      }),
  )
  stopHearing = onToast((said) => 'show' in said && toasts.push(said.show))
})
afterEach(() => {
  stopHearing()
  vi.unstubAllGlobals()
})

/** The context that a page's buttons use, as first rendered. */
function likesOf(left: number, onDecided?: () => void) {
  const pages: ReturnType<typeof useLikes>[] = []
  renderToString(
    <PageProvider value={page}>
      <I18nProvider value={translator}>
        <LikesProvider
          quota={{ left, limit: 25, resetsAt: Date.now() + 3_600_000, timeZone: 'UTC', extra: 0, isUnlimited: false }}
          {...(onDecided ? { onDecided } : {})}
        >
          <Buttons tell={(likes) => pages.push(likes)} />
        </LikesProvider>
      </I18nProvider>
    </PageProvider>,
  )
  const [likes] = pages
  if (!likes) throw new Error('Nothing was rendered')
  return likes
}
function Buttons({ tell }: { tell: (likes: ReturnType<typeof useLikes>) => void }) {
  tell(useLikes())
  return null
}
const arrived = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count), { timeout: 10_000 })
const quotaError = { error: { code: 'quota', message: 'No likes left' } }

describe('an answer to a like or a pass', () => {
  test.each(['give', 'pass'] as const)('leads on from the page of the press (%s)', async (press) => {
    const onDecided = vi.fn<() => void>()
    const pressed = likesOf(25, onDecided)[press](anna, 'none')
    await arrived(1)
    sent[0]?.answer(200, { like_remain: 24, match: false })
    await pressed
    expect(onDecided).toHaveBeenCalledOnce()
  })

  test.each(['give', 'pass'] as const)('that comes late redirects no other page (%s)', async (press) => {
    const onDecided = vi.fn<() => void>()
    const pressed = likesOf(25, onDecided)[press](anna, 'none')
    await arrived(1)
    slot.pathname = '/messages'
    sent[0]?.answer(200, { like_remain: 24, match: false })
    await pressed
    expect(onDecided).not.toHaveBeenCalled()
  })

  test.each([
    ['first', 'likes.done.firstLine'],
    [undefined, 'likes.done.liked'],
  ] as const)('says whether a line goes with it that was given before (%s)', async (line, title) => {
    const pressed = likesOf(25).give(anna, 'none')
    await arrived(1)
    sent[0]?.answer(200, { like_remain: 24, match: false, line })
    await pressed
    expect(toasts).toMatchObject([{ title: translator.t(title, { name: 'Anna' }) }])
  })

  test('that is a match shows a toast where its member went meanwhile, with the way to it', async () => {
    const pressed = likesOf(25).give(anna, 'none')
    await arrived(1)
    slot.pathname = '/messages'
    sent[0]?.answer(200, { like_remain: 24, match: true, conversationId: 'c', openings: [] })
    await pressed
    expect(slot.assign).not.toHaveBeenCalled()
    expect(toasts).toMatchObject([
      { title: translator.t('likes.match.title', { name: 'Anna' }), href: '/likes?tab=matches&match=anna' },
    ])
  })
})

describe('the notification of a like, which goes to all of its member’s tabs', () => {
  test('is known to the tab that sends the like, before the answer and after it, and to it alone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const pressed = likesOf(25).give(anna, 'none')
    await arrived(1)
    expect(shownHere.has(ownLikeId('anna'))).toBe(true)
    sent[0]?.answer(200, { like_remain: 24, match: false })
    await pressed
    expect(toasts).toHaveLength(1)
    expect(shownHere.has(ownLikeId('anna')), 'it comes').toBe(true)
    expect(shownHere.has(ownLikeId('anna')), 'liked, taken back and liked again: a second comes').toBe(true)
    expect(shownHere.has(ownLikeId('ben')), 'a like of another tab').toBe(false)
    vi.advanceTimersByTime(10_000)
    expect(shownHere.has(ownLikeId('anna')), 'later another device sends one').toBe(false)
    vi.useRealTimers()
  })

  test('is not waited for when the server refuses the like', async () => {
    const pressed = likesOf(25).give(anna, 'none')
    await arrived(1)
    sent[0]?.answer(409, quotaError)
    await pressed
    expect(shownHere.has(ownLikeId('anna'))).toBe(false)
  })
})

describe('a like when none is left', () => {
  test('is asked of the server, which takes one that was taken back on its own day', async () => {
    const onDecided = vi.fn<() => void>()
    const pressed = likesOf(0, onDecided).give(anna, 'none')
    await arrived(1)
    expect(sent[0]?.action).toBe(likeActions.like.path)
    sent[0]?.answer(200, { like_remain: 0, match: false })
    await pressed
    expect(onDecided).toHaveBeenCalledOnce()
    expect(toasts.map(({ title }) => title)).toEqual([translator.t('likes.done.liked', { name: 'Anna' })])
  })

  test('that the server refuses shows a calm toast with the time of the next ones', async () => {
    const onDecided = vi.fn<() => void>()
    const pressed = likesOf(0, onDecided).give(anna, 'none')
    await arrived(1)
    sent[0]?.answer(409, quotaError)
    await pressed
    expect(onDecided).not.toHaveBeenCalled()
    expect(toasts).toHaveLength(1)
    expect(toasts[0]).toMatchObject({ title: translator.t('likes.left.none') })
    expect(toasts[0]?.text).toContain(translator.t('likes.left.star', { name: 'Anna' }))
    expect(toasts[0]?.type).not.toBe('error')
  })
})

test('passes and their undo go in the order of the presses, likes of others do not wait', async () => {
  const likes = likesOf(25)
  const pressed = [likes.pass(anna, 'none'), likes.pass(ben, 'none'), likes.undo(ben), likes.give({ ...ben, id: 'cleo' }, 'none')]
  await arrived(2)
  expect(sent.map(({ action }) => action)).toEqual([likeActions.pass.path, likeActions.like.path])
  sent[1]?.answer(200, { like_remain: 24, match: false })
  sent[0]?.answer(200, { passed: true })
  await arrived(3)
  expect(sent[2]?.action).toBe(likeActions.pass.path)
  sent[2]?.answer(200, { passed: true })
  await arrived(4)
  expect(sent[3]?.action).toBe(likeActions.undo.path)
  sent[3]?.answer(200, { undone: 'ben' })
  await Promise.all(pressed)
})
