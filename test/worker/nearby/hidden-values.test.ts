import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { profiles } from '#db/schema.ts'
import { defaultView, premiumFilters, type NearbyView } from '#features/nearby/contract.ts'
import { candidatesStatement } from '#features/nearby/server/queries.ts'
import { profileFields, type ProfileField, type StoredAnswers, type StoredPromptAnswer } from '#features/profile/contract.ts'
import { shownCompleteness } from '#features/profile/rules.ts'
import { pack } from '#features/quiz/rules.ts'
import { readPage } from '#test/support/worker/area-lists.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'

/** Answers that the viewer shares, or that the filters below ask for. */
const wanted: StoredAnswers = {
  about:
    'I bake on Sundays and walk to the sea when it rains. Ask me about bread, or about rain; I know a lot about both of them.',
  aboutLanguage: 'en',
  intent: 'dating',
  interests: ['art', 'tea'],
  languages: ['en', 'uk'],
  heightCm: 170,
  body: 'average',
  drinking: 'rarely',
  smoking: 'never',
  education: 'master',
  kids: 'none',
  politics: 'green',
  religion: 'spiritual',
  orientation: 'bisexual',
}
const nothing: StoredAnswers = { ...wanted, about: '', aboutLanguage: null, intent: null, interests: [], languages: [], heightCm: null, body: null, drinking: null, smoking: null, education: null, kids: null, politics: null, religion: null, orientation: null } // prettier-ignore
const avatar = 'notionists:robin'

/** A view for each filter: a new one does not compile without its own. */
const filters: { [Name in Exclude<keyof NearbyView, 'premium' | 'order' | 'wide'>]: NearbyView[Name] } = {
  ageMin: 20,
  ageMax: 60,
  within: 25,
  genders: ['woman'],
  intents: ['dating'],
  online: true,
  verified: true,
  photo: true,
  speaks: 'en',
}
const premium: Record<(typeof premiumFilters)[number], string> = {
  heightMin: '165',
  heightMax: '175',
  drinking: 'never,rarely',
  smoking: 'never',
  education: 'master',
  kids: 'none',
  interest: 'art,yoga',
}
const each: Partial<NearbyView>[] = [
  {},
  ...Object.entries(filters).map(([name, value]) => ({ [name]: value })),
  ...premiumFilters.map((name) => ({ premium: { [name]: premium[name] } })),
  { ...filters, photo: false, verified: false, premium },
]
const views = each.flatMap((view): NearbyView[] => [
  { ...defaultView, ...view },
  { ...defaultView, ...view, order: 'neutral' },
  { ...defaultView, ...view, wide: true },
])

async function createTown() {
  const home = newArea()
  const now = Date.now()
  const quiz = pack([1, 2, 3, 4].map((question) => ({ question, answer: 0, acceptableMask: 1, importance: 10, isPublic: false })))
  const viewer = await createPerson(home, { ...wanted, quiz })
  await grant(viewer, 'premium', 1)
  // Two who are like the viewer in part, so that the order says something about a third.
  await createPerson(home, { interests: ['art'], languages: ['uk'], completeness: 40, activeAt: now - 1000 })
  await createPerson(home, { intent: 'dating', heightCm: 172, smoking: 'never', completeness: 60, activeAt: now - 3000 })
  const person = await createPerson(home, { quiz, avatar, verified: true, activeAt: now - 2000 })
  return { viewer, person, now }
}

/** Writes answers as the profile's forms do, with the completeness for others. */
async function write(
  { id }: TestMember,
  answers: StoredAnswers,
  visibility: Record<string, string>,
  promptAnswers: StoredPromptAnswer[] = [],
): Promise<void> {
  const completeness = shownCompleteness({ ...answers, avatar, visibility })
  await db
    .update(profiles)
    .set({ ...answers, visibility, promptAnswers, completeness })
    .where(eq(profiles.memberId, id))
}

/** All that the viewer gets in every view: by areas, by SQL at any distance, and as numbers. */
async function readAll({ viewer: { id: viewerId }, now }: { viewer: TestMember; now: number }): Promise<string[]> {
  const answers: string[] = []
  for (const view of views) {
    const { people, next, raisedBy } = await readPage({ viewerId, view, cursor: null, now })
    const steps = view.wide
      ? []
      : await candidatesStatement(db, { viewerId, view, window: { from: null, to: null }, now, at: now })
    answers.push(JSON.stringify([view, people, next, raisedBy, steps.map(({ id, fits }) => [id, fits])]))
  }
  return answers
}

const all = (see: string) => Object.fromEntries(profileFields.map((field) => [field, see]))
const withField = (field: ProfileField): StoredAnswers => ({
  ...nothing,
  [field]: wanted[field],
  ...(field === 'about' ? { aboutLanguage: wanted.aboutLanguage } : {}),
})
const promptAnswer = (see: string): StoredPromptAnswer[] => [
  { prompt: 'dance-floor', text: 'Anything by Abba', language: 'en', see },
]

describe('what a person hides', () => {
  it.each(['me', 'matches'])(
    'from a viewer, by showing it to %s, changes nothing of what any filter or order gives',
    async (see) => {
      const town = await createTown()
      await write(town.person, nothing, all(see))
      await settleAreas()
      const before = await readAll(town)
      expect(before.filter((answer) => answer.includes(town.person.id)).length).toBeGreaterThan(6)
      for (const field of profileFields) {
        await write(town.person, withField(field), all(see))
        expect([field, await readAll(town)]).toEqual([field, before])
      }
      await write(town.person, nothing, all(see), promptAnswer(see))
      expect(await readAll(town)).toEqual(before)
      await write(town.person, wanted, all(see), promptAnswer(see))
      expect(await readAll(town)).toEqual(before)
    },
    120_000,
  )

  it('would change it, were it shown: of everything that filters, scores or cards use', async () => {
    const town = await createTown()
    await write(town.person, nothing, all('everyone'))
    await settleAreas()
    const before = await readAll(town)
    const used: ProfileField[] = []
    for (const field of profileFields) {
      await write(town.person, withField(field), all('everyone'))
      if (JSON.stringify(await readAll(town)) !== JSON.stringify(before)) used.push(field)
    }
    expect(used).toEqual(['about', 'intent', 'interests', 'languages', 'heightCm', 'drinking', 'smoking', 'education', 'kids'])
    await write(town.person, nothing, all('everyone'), promptAnswer('everyone'))
    expect(await readAll(town)).not.toEqual(before)
  }, 120_000)
})
