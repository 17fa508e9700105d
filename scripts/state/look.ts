import type { NotificationItem } from '#features/notifications/contract.ts'
import type { Browser } from './browser.ts'
import type { Notes } from './fixture.ts'

/**
 * Reads everything that objects store: inboxes, histories, notifications, preferences, search results and a photo. Times are in
 * ms after `since`. It sends the same requests to the version that created the state and to the current one.
 */
export async function lookAround(
  browsers: Readonly<Record<'anna' | 'ben' | 'olena', Browser>>,
  { members, conversations, photo }: Pick<Notes, 'members' | 'conversations' | 'photo'>,
  since: number,
): Promise<unknown> {
  const { anna, ben, olena } = browsers
  const seen = {
    anna: await lookAs(anna, members['anna'] ?? '', Object.values(conversations).slice(0, 2)),
    ben: await lookAs(ben, members['ben'] ?? '', Object.values(conversations).slice(0, 1)),
    olena: await lookAs(olena, members['olena'] ?? '', []),
    found: await find(anna, 'heron'),
    nothing: await find(anna, 'taken'),
    photoBytes: await anna.measure(`/api/chat/photo/${conversations['withBen']}/${photo}`),
  }
  const text = JSON.stringify(seen, (_key, value: unknown) => (isTime(value) ? value - since : value))
  return JSON.parse(text)
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value > 1_000_000_000_000 && value < 3_000_000_000_000

async function lookAs(browser: Browser, member: string, conversations: readonly string[]) {
  const socket = await browser.open(member)
  const inbox = await socket.joinMember()
  const histories = []
  for (const conversation of conversations) histories.push(await socket.join(conversation))
  await socket.close()
  const { items } = await browser.get<{ items: NotificationItem[] }>('/api/notifications')
  // Omits title and message, because their texts may change.
  const notifications = items.map(({ id, kind, href, at, unread }) => ({ id, kind, href, at, unread }))
  const deferred = await findDeferred(browser, '/main-settings/_payload.json?section=notifications')
  return { inbox, histories, notifications, preferences: deferred['preferences'] }
}

async function find(browser: Browser, text: string): Promise<unknown> {
  return (await findDeferred(browser, `/messages/_payload.json?q=${text}`))['found']
}

type Deferred = Record<string, unknown>

/** The deferred data of a page. The oldest version with a stored state calls it `late`. */
async function findDeferred(browser: Browser, path: string): Promise<Deferred> {
  const { deferred, late } = await browser.get<{ deferred?: Deferred; late?: Deferred }>(path)
  return deferred ?? late ?? {}
}
