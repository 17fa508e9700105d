import { visitActions } from '#features/visits/contract.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { objectName } from '#features/photos/server/objects.ts'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoLogins } from '#seed/demo/named.ts'
import { photoWidths } from '#shared/photo.ts'
import { Browser, type Send } from './browser.ts'
import { photoKeyOf, photoKeySql, populate, type Preparing } from './population.ts'

const demoPassword = 'kismet-demo-1'
const [anna, ben] = demoLogins

/** The seeded worker under test, reached by HTTP or from a test. */
export type World = {
  origin: string
  send: Send
  db: Preparing
  photos: { put(name: string, bytes: Uint8Array): Promise<unknown> }
  /** Runs the cron once. */
  cron: () => Promise<void>
}

/** A member in the middle of a day: Anna of the demo, in a city whose people all have a photo. */
export type Day = {
  world: World
  browser: Browser
  /** Another session of the same member. */
  otherBrowser: Browser
  /** The conversation of Anna and Ben, and its last message. */
  conversation: string
  seq: number
  /** People nearby whom the member has neither liked nor passed yet. */
  people: string[]
  /** URLs of the portraits on a page. */
  photos: string[]
}

/** `population`: the number of members besides the demo's, in the same cities. */
export async function startDay(world: World, population: number): Promise<Day> {
  if (!anna || !ben) throw new Error('The demo has lost Anna and Ben')
  await populate(world.db, population)
  await world.db
    .prepare(
      `insert or ignore into photos (id, member_id, position, key, state, width, height, created_at)
        select member_id, member_id, 0, ${photoKeySql('member_id')}, 'approved', 1200, 1600, 1 from profiles where discoverable = 1`,
    )
    .run()
  const [browser, otherBrowser] = [new Browser(world.send, world.origin), new Browser(world.send, world.origin)]
  const day: Day = {
    world,
    browser,
    otherBrowser,
    conversation: demoConversationId(anna.id, ben.id),
    seq: 0,
    people: [],
    photos: [],
  }
  await requests['sign-in'](day)
  await signIn(otherBrowser)
  await requests['people nearby'](day)
  await settleActivity(day)
  return day
}

/**
 * Opening a page writes the last activity once a minute. It is counted separately, so that no other figure depends on the time.
 */
async function settleActivity({ world }: Day, activeAt = Date.now() + 60 * 60_000): Promise<void> {
  await world.db.prepare('update profiles set active_at = ? where member_id = ?').bind(activeAt, anna?.id).run()
}

async function nearby(day: Day, query = ''): Promise<void> {
  const { nearby: found } = await day.browser.read<PeopleNearbyProps>(`/people-nearby${query}`)
  if (query !== '') return
  // Liking a person who likes the member would create a match, which costs more.
  day.people = found.people.toSorted((a, b) => Number(a.likesMe) - Number(b.likesMe)).map(({ id }) => id)
  day.photos = found.people.flatMap(({ avatar }) => avatar ?? [])
  // Objects for the URLs of the cards.
  const names = day.people.flatMap((id) => photoWidths.map((width) => objectName(photoKeyOf(id), width)))
  await Promise.all(names.map((name) => day.world.photos.put(name, new Uint8Array(8))))
}

const signIn = (browser: Browser) => browser.post(sessionActions.signIn.path, { email: anna?.email, password: demoPassword })

const tenPhotos = (browser: Browser, photos: string[]) => Promise.all(Array.from({ length: 10 }, () => browser.get(turn(photos))))

/** Takes the first member out of the list, because the request makes them unavailable. */
function next(list: string[]): string {
  const first = list.shift()
  if (first === undefined) throw new Error('Nobody is left to meet')
  return first
}

/** Moves the first member to the end of the list and returns them. */
function turn(list: string[]): string {
  const first = next(list)
  list.push(first)
  return first
}

/** Every kind of request in a member's day. A figure counts all D1 queries of the worker until it has answered. */
export const requests = {
  'sign-in': ({ browser }: Day) => signIn(browser),
  'tokens renewed': ({ browser }: Day) => browser.post(sessionActions.refresh.path, {}),
  'window gets the focus': ({ browser }: Day) => browser.get(sessionActions.current.path),
  'token for the socket': ({ browser }: Day) => browser.get(sessionActions.realtimeToken.path),
  'people nearby': (day: Day) => nearby(day),
  'people nearby, three filters': (day: Day) => nearby(day, '?ageMin=25&ageMax=45&within=25&intent=dating,relationship'),
  'people nearby, anywhere': (day: Day) => nearby(day, '?wide=1'),
  'people nearby, nobody fits': (day: Day) => nearby(day, '?verified=1&ageMax=18'),
  'page with activity to note': async (day: Day) => {
    await settleActivity(day, 0)
    await day.browser.read('/main-settings')
    await settleActivity(day)
  },
  // A visit begins so: the renewal notes the activity.
  'page with tokens to renew': async (day: Day) => {
    await settleActivity(day, 0)
    day.browser.forgetAccessToken()
    await day.browser.read('/main-settings')
    await settleActivity(day)
  },
  profile: ({ browser, people }: Day) => browser.read(`/profile-info/${turn(people)}`),
  visit: ({ browser, people }: Day) => browser.post(visitActions.leave.path, { id: turn(people) }),
  // As a browser does, which requests the photos of a page together.
  'page with ten photos': async (day: Day) => {
    await nearby(day)
    await tenPhotos(day.browser, day.photos)
  },
  // In a session whose pages have shown none of them: as for a photo that is scrolled to a minute after its page.
  'ten photos later': ({ otherBrowser, photos }: Day) => tenPhotos(otherBrowser, photos),
  like: (day: Day) => day.browser.post(likeActions.like.path, { id: next(day.people) }),
  pass: (day: Day) => day.browser.post(likeActions.pass.path, { id: next(day.people) }),
  likes: ({ browser }: Day) => browser.read('/likes'),
  visitors: ({ browser }: Day) => browser.read('/visitors'),
  favourites: ({ browser }: Day) => browser.read('/favorits'),
  messages: ({ browser, conversation }: Day) => browser.read(`/messages?chat=${conversation}`),
  settings: ({ browser }: Day) => browser.read('/main-settings'),
  'message sent by form': async (day: Day) => {
    const cid = crypto.randomUUID()
    const response = await day.browser.post(chatActions.send.path, { conversation: day.conversation, cid, text: 'Hello' })
    day.seq = ((await response.json()) as { seq: number }).seq
  },
  'read mark': ({ browser, conversation, seq }: Day) => browser.post(chatActions.read.path, { conversation, seq }),
  cron: ({ world }: Day) => world.cron(),
} satisfies Record<string, (day: Day) => Promise<unknown>>

export type RequestName = keyof typeof requests
