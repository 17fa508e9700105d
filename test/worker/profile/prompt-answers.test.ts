import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members, profiles } from '#db/schema.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { profileActions, profileLimits, type ProfileSettingsProps, type StoredPromptAnswer } from '#features/profile/contract.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const { answer, removeAnswer } = profileActions

async function storedOf({ id }: TestMember) {
  const [row] = await db
    .select({ answers: profiles.promptAnswers, revision: profiles.revision })
    .from(profiles)
    .where(eq(profiles.memberId, id))
  if (!row) throw new Error('The member is gone')
  return row
}

const say = (member: TestMember, prompt: string, text: string, more: Record<string, unknown> = {}) =>
  postJson(member, answer.path, { prompt, text, see: 'everyone', ...more })

const rows = (...texts: string[]): StoredPromptAnswer[] =>
  ['night-train', 'small-joy', 'bad-at', 'ask-me'].flatMap((prompt, index) => {
    const text = texts[index]
    return text === undefined ? [] : [{ prompt, text, language: null, see: 'everyone' }]
  })

describe('answering a prompt', () => {
  it('keeps the answer, its language and who sees it, in the order of answering', async () => {
    const anna = await createMember()
    const response = await say(anna, 'night-train', ' To Penzance,\r\nasleep. ', { language: 'en', see: 'matches' })
    expect(await response.json()).toMatchObject({ revision: 2, notice: expect.any(String) })
    await say(anna, 'small-joy', 'Toast', { language: '' })
    await say(anna, 'night-train', 'To Oban', { language: 'fr' })
    expect(await storedOf(anna)).toEqual({
      answers: [
        { prompt: 'night-train', text: 'To Oban', language: 'fr', see: 'everyone' },
        { prompt: 'small-joy', text: 'Toast', language: null, see: 'everyone' },
      ],
      revision: 4,
    })
    const { props } = await readPayload<ProfileSettingsProps>(anna, '/profile-settings')
    expect(props.promptAnswers.map(({ text }) => text)).toEqual(['To Oban', 'Toast'])
  })

  it('takes three at most; a removed one makes room', async () => {
    const anna = await createMember({ profile: { promptAnswers: rows('One', 'Two', 'Three') } })
    const refused = await say(anna, 'ask-me', 'Four')
    expect([refused.status, await refused.json()]).toMatchObject([422, { error: { fields: { prompt: expect.any(String) } } }])
    expect((await postJson(anna, removeAnswer.path, { prompt: 'small-joy' })).status).toBe(200)
    expect((await postJson(anna, removeAnswer.path, { prompt: 'small-joy' })).status, 'twice').toBe(200)
    expect((await say(anna, 'ask-me', 'Four')).status).toBe(200)
    expect((await storedOf(anna)).answers.map(({ text }) => text)).toEqual(['One', 'Three', 'Four'])
  })

  it.each([
    ['an unknown prompt', { prompt: 'shoe-size', text: 'Nine' }, 'prompt'],
    ['no prompt', { prompt: '', text: 'Nine' }, 'prompt'],
    ['nothing visible', { prompt: 'ask-me', text: ' \u200b\n' }, 'text'],
    ['a text that is too long', { prompt: 'ask-me', text: '😀'.repeat(profileLimits.promptAnswer + 1) }, 'text'],
    ['an unknown language', { prompt: 'ask-me', text: 'Nine', language: 'tlh' }, 'language'],
    ['an unknown visibility', { prompt: 'ask-me', text: 'Nine', see: 'friends' }, 'see'],
  ])('refuses %s', async (_, body, field) => {
    const anna = await createMember()
    const response = await postJson(anna, answer.path, { see: 'everyone', ...body })
    expect([response.status, await response.json()]).toMatchObject([422, { error: { fields: { [field]: expect.any(String) } } }])
    expect((await storedOf(anna)).answers).toEqual([])
  })

  it('counts characters as people do', async () => {
    const anna = await createMember()
    expect((await say(anna, 'ask-me', '😀'.repeat(profileLimits.promptAnswer))).status).toBe(200)
  })

  it('of ten parallel answers loses none that it has accepted, and keeps at most three', async () => {
    const anna = await createMember()
    const keys = [
      'night-train',
      'small-joy',
      'bad-at',
      'ask-me',
      'day-off',
      'no-proof',
      'your-home',
      'year-off',
      'first-date',
      'turn-it-up',
    ]
    const answers = await Promise.all(keys.map(async (key) => ({ key, status: (await say(anna, key, key)).status })))
    const accepted = answers.filter(({ status }) => status === 200).map(({ key }) => key)
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409, 422]))).toBe(true)
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.length).toBeLessThanOrEqual(profileLimits.promptAnswers)
    expect((await storedOf(anna)).answers.map(({ prompt }) => prompt).sort()).toEqual(accepted.sort())
  })

  it('works as a plain form, and leads back to the words', async () => {
    const anna = await createMember()
    const referer = `${origin}/uk/profile-settings?edit=answer1`
    const body = {
      prompt: 'ask-me',
      text: 'Tea',
      language: 'uk',
      see: 'me',
      plain: '1',
      back: '/uk/profile-settings?edit=answer1',
    }
    const response = await postForm(anna, answer.path, body, { referer })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/uk/profile-settings#words'])
    expect((await storedOf(anna)).answers).toEqual([{ prompt: 'ask-me', text: 'Tea', language: 'uk', see: 'me' }])
  })

  it('needs a session and a finished profile', async () => {
    expect((await postJson(null, answer.path, { prompt: 'ask-me', text: 'Tea', see: 'me' })).status).toBe(401)
    const restricted = await createMember({ member: { state: 'restricted' } })
    expect((await say(restricted, 'ask-me', 'Tea')).status).not.toBe(200)
    expect((await storedOf(restricted)).answers).toEqual([])
  })

  it('makes a form from before it ask before it overwrites', async () => {
    const anna = await createMember()
    await say(anna, 'ask-me', 'Tea')
    expect((await postJson(anna, profileActions.words.path, { revision: 1, about: 'From the other tab' })).status).toBe(409)
  })
})

describe('reading answers', () => {
  const person = (viewer: TestMember, id: string, prefix = '') =>
    readPayload<ProfileInfoProps>(viewer, `${prefix}/profile-info/${id}`).then(({ props }) => props.person)

  it('has the question in the reader’s language, and names the languages that the reader does not speak', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { languages: ['uk', 'fr'] })
    const silent = await createPerson(home)
    const promptAnswers = [
      { prompt: 'night-train', text: 'À Oban', language: 'fr', see: 'everyone' },
      { prompt: 'small-joy', text: 'Toast', language: 'en', see: 'everyone' },
      { prompt: 'shoe-size', text: 'Nine', language: null, see: 'everyone' },
    ]
    const { id } = await createPerson(home, { about: 'Tea first.', aboutLanguage: 'en', promptAnswers })
    const ukrainian = await person(viewer, id, '/uk')
    expect(ukrainian.promptAnswers).toEqual([
      { prompt: 'night-train', question: expect.stringMatching(/потяг|поїзд/), text: 'À Oban', lang: 'fr', named: null },
      { prompt: 'small-joy', question: expect.stringMatching(/[а-я]/), text: 'Toast', lang: 'en', named: 'en' },
    ])
    expect(ukrainian.aboutIn).toEqual({ lang: 'en', named: 'en' })
    // Who has no languages speaks the page's.
    const english = await person(silent, id)
    expect([english.aboutIn.named, english.promptAnswers.map(({ named }) => named)]).toEqual([null, ['fr', null]])
    expect([english.aboutIn.lang, english.promptAnswers.map(({ lang }) => lang)], 'English on an English page').toEqual([
      null,
      ['fr', null],
    ])
  })

  it('puts the first one that everybody sees on the card', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { discoverable: false })
    const promptAnswers = rows('For matches', 'For everyone', 'Also')
    const [first, ...others] = promptAnswers
    if (!first) throw new Error('Three answers')
    const { id } = await createPerson(home, { promptAnswers: [{ ...first, see: 'matches' }, ...others] })
    const { id: silent } = await createPerson(home)
    const { props } = await readPayload<PeopleNearbyProps>(viewer, '/people-nearby')
    const cardOf = (wanted: string) => props.nearby.people.find((each) => each.id === wanted)?.answer
    expect(cardOf(id)).toMatchObject({ prompt: 'small-joy', text: 'For everyone' })
    expect(cardOf(silent)).toBeNull()
  })

  it('leaves no answer behind a member’s purge', async () => {
    const anna = await createMember({ profile: { promptAnswers: rows('Gone') } })
    await db.delete(members).where(eq(members.id, anna.id))
    expect(await db.select().from(profiles).where(eq(profiles.memberId, anna.id))).toEqual([])
  })
})
