import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { blocks, likes, pairs, profiles } from '#db/schema.ts'
import {
  defaultVisibility,
  profileFields,
  visibilities,
  type ProfileField,
  type StoredAnswers,
  type StoredPromptAnswer,
  type Visibility,
} from '#features/profile/contract.ts'
import { shownCompleteness } from '#features/profile/rules.ts'
import { cookieNames } from '#server/cookies.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

/** One unmistakable answer per field. Every viewer has the same interests and intent, so common ground would show them. */
const told: StoredAnswers = {
  about: 'zanzibar-lighthouse-keeper',
  aboutLanguage: 'hu',
  intent: 'marriage',
  interests: ['sailing', 'ceramics'],
  languages: ['hu', 'hi'],
  heightCm: 197,
  body: 'sturdy',
  drinking: 'socially',
  smoking: 'quitting',
  education: 'doctorate',
  kids: 'have-and-more',
  politics: 'apolitical',
  religion: 'sikh',
  orientation: 'pansexual',
}
const untold: StoredAnswers = {
  about: '',
  aboutLanguage: null,
  intent: null,
  interests: [],
  languages: [],
  heightCm: null,
  body: null,
  drinking: null,
  smoking: null,
  education: null,
  kids: null,
  politics: null,
  religion: null,
  orientation: null,
}

const viewerNames = ['stranger', 'liked', 'admired', 'match', 'blocked', 'guest'] as const
type ViewerName = (typeof viewerNames)[number]

let owner: TestMember
let viewers: Record<ViewerName, TestMember | null>

beforeAll(async () => {
  const home = newArea()
  const ground = { interests: told.interests, intent: told.intent }
  const now = Date.now()
  owner = await createPerson(home, { firstName: 'Odile', activeAt: now - 40 * 60_000 })
  const newViewer = () => createPerson(home, { ...ground, discoverable: false })
  viewers = {
    stranger: await newViewer(),
    liked: await newViewer(),
    admired: await newViewer(),
    match: await newViewer(),
    blocked: await newViewer(),
    guest: null,
  }
  const { liked, admired, match, blocked } = viewers
  if (!liked || !admired || !match || !blocked) throw new Error('Only the guest is nobody')
  const [lowId, highId] = [owner.id, match.id].sort() as [string, string]
  await db.batch([
    db.insert(likes).values({ fromId: liked.id, toId: owner.id, createdAt: now }),
    db.insert(likes).values({ fromId: owner.id, toId: admired.id, createdAt: now }),
    db.insert(pairs).values({ lowId, highId, conversationId: newId(), matchedAt: now }),
    db.insert(blocks).values({ blockerId: owner.id, blockedId: blocked.id, createdAt: now }),
  ])
})

/** The owner's page, as payload and as document. */
const profilePages = () => [payloadPath(`/profile-info/${owner.id}`), `/profile-info/${owner.id}`]
const nearbyPages = ['/people-nearby', '/people-nearby?intent=marriage', '/people-nearby?order=neutral'].map(payloadPath)

/** Every other page on which the owner could appear before this viewer. */
const listPages: Record<ViewerName, () => string[]> = {
  stranger: () => nearbyPages,
  liked: () => [payloadPath('/likes?tab=sent')],
  admired: () => [...nearbyPages, payloadPath('/likes?tab=received')],
  match: () => [payloadPath('/likes?tab=matches'), payloadPath(`/likes?tab=matches&match=${owner.id}`)],
  blocked: () => [...nearbyPages, payloadPath('/likes?tab=received')],
  guest: () => [],
}

async function write(answers: StoredAnswers, visibility: Partial<Record<ProfileField, Visibility>>): Promise<void> {
  const profile = { ...answers, visibility, avatar: 'notionists:odile' }
  await db
    .update(profiles)
    .set({ ...profile, completeness: shownCompleteness(profile) })
    .where(eq(profiles.memberId, owner.id))
}

const sealedName = /(?<=[".])[\w-]{80,}(?=")/g

/** Returns what a viewer receives, without the parts that differ from one answer to the next. */
async function read(viewer: TestMember | null, path: string): Promise<string> {
  // Asks for the page in one piece, as without script: streamed parts would come in chunks of random size.
  const response = await openPage(viewer, path, { 'sec-purpose': 'prefetch', cookie: `${cookieNames.noScript}=1` })
  const body = (await response.text())
    .replaceAll(/"now":\d+/g, '"now":0')
    .replaceAll(/"realtimeToken":"[^"]*"/g, '')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/"(resetsAt|timestamp)":\d+/g, '')
    .replaceAll(/"requestId":"[^"]*"/g, '')
    // A page seals the names of its things by chance (src/features/profile/server/things.ts); how many there are stays.
    .replaceAll(sealedName, 'sealed')
    // The form of a message carries a new id each time.
    .replaceAll(/(?<="cid":"|name="cid" value=")[^"]*/g, '')
  expect(response.status, 'refused by a limit, which would hide any difference').not.toBe(429)
  return `${response.status} ${response.headers.get('location') ?? ''} ${body}`
}

async function readAll(): Promise<Record<ViewerName, string[]>> {
  const pagesOf = (name: ViewerName) => [...profilePages(), ...listPages[name]()].map((path) => read(viewers[name], path))
  const pages = viewerNames.map(async (name) => [name, await Promise.all(pagesOf(name))] as const)
  return Object.fromEntries(await Promise.all(pages)) as Record<ViewerName, string[]>
}

const mayFind: Record<Visibility, readonly ViewerName[]> = {
  everyone: ['stranger', 'liked', 'admired', 'match'],
  matches: ['match'],
  me: [],
}

const toEveryone = Object.fromEntries(profileFields.map((field) => [field, 'everyone'])) as Record<ProfileField, Visibility>

describe.each(profileFields)('%s', (field) => {
  /** The pages of someone who never answered: the same, whoever might have seen the answer. */
  let without: Record<ViewerName, string[]>
  beforeAll(async () => {
    await write({ ...told, [field]: untold[field] }, toEveryone)
    without = await readAll()
  }, 60_000)

  it.each(visibilities)(
    'shown to %s reaches nobody else, by no page',
    async (visibility) => {
      await write(told, { ...toEveryone, [field]: visibility })
      const withIt = await readAll()

      for (const name of viewerNames) {
        const viewer = viewers[name]
        // The pages equal these, byte for byte: nothing can be inferred.
        if (!mayFind[visibility].includes(name)) expect(withIt[name], name).toEqual(without[name])
        else if (viewer) {
          const { props } = await readPayload<ProfileInfoProps>(viewer, `/profile-info/${owner.id}`)
          expect(props.person[field], name).toEqual(told[field])
          expect(withIt[name][1], name).not.toBe(without[name][1])
        }
      }
    },
    60_000,
  )
})

describe('an answer to a prompt', () => {
  it.each([...visibilities, 'friends'])(
    'shown to %s reaches nobody else, by no page',
    async (see) => {
      const text = 'kyiv-submarine-gardener'
      const readWith = async (promptAnswers: StoredPromptAnswer[]) => {
        await write(told, toEveryone)
        await db.update(profiles).set({ promptAnswers }).where(eq(profiles.memberId, owner.id))
        return readAll()
      }
      const without = await readWith([])
      const withIt = await readWith([{ prompt: 'night-train', text, language: 'hu', see }])
      await readWith([])
      const allowed = visibilities.find((known) => known === see) ?? 'me'
      for (const name of viewerNames) {
        if (!mayFind[allowed].includes(name)) expect(withIt[name], name).toEqual(without[name])
        else expect(withIt[name].join(), name).toContain(text)
      }
    },
    60_000,
  )
})

describe('an unset or unknown visibility', () => {
  it('is the default, under which politics, religion and orientation stay with their member', async () => {
    await write(told, {})
    const { stranger, match } = viewers
    if (!stranger || !match) throw new Error('Only the guest is nobody')
    const seen = async (viewer: TestMember) =>
      (await readPayload<ProfileInfoProps>(viewer, `/profile-info/${owner.id}`)).props.person
    const [forStranger, forMatch] = [await seen(stranger), await seen(match)]
    for (const field of profileFields) {
      expect(forStranger[field], field).toEqual(defaultVisibility[field] === 'everyone' ? told[field] : untold[field])
      expect(forMatch[field], field).toEqual(defaultVisibility[field] === 'me' ? untold[field] : told[field])
    }
    expect(forMatch).toMatchObject({ politics: null, religion: null, orientation: null })
  })

  it('that no list knows hides the field', async () => {
    await db
      .update(profiles)
      .set({ ...told, visibility: { about: 'friends', intent: 'EVERYONE' } })
      .where(eq(profiles.memberId, owner.id))
    const { match } = viewers
    if (!match) throw new Error('Only the guest is nobody')
    const { props } = await readPayload<ProfileInfoProps>(match, `/profile-info/${owner.id}`)
    expect(props.person).toMatchObject({ about: '', intent: null, interests: told.interests })
    expect(props.relation?.together.intent).toBeNull()
  })
})
