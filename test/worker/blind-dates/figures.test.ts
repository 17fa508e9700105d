import { runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import type { DatesProps } from '#features/encounters/dates/contract.ts'
import type { PairingProfile } from '#features/encounters/contract.ts'
import { anyProfile, datesBy } from '#test/support/worker/dates.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { choiceIn, matchmakerOf, newLanguage, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

const dayMs = 24 * 60 * 60_000
const [woman, man] = [1, 2]
/** Nobody of them suits another. */
const men: PairingProfile = { ...anyProfile, genderMask: man, seeksMask: woman }

const waitFor = (member: TestMember, language: string, profile: PairingProfile) =>
  start(member, wishFor(language, { kind: 'blind', profile }))

/** What a member's page shows of a language, which is their last choice. */
async function figuresFor(profile: { genderMask: number; seeksMask: number; seeksAgeMax?: number }, language: string) {
  const member = await createMember({ profile })
  await datesBy(member).bookDate(Date.now() + dayMs, choiceIn(language))
  const { props } = await readPayload<DatesProps>(member, '/blind-dates')
  return props.kind === 'open' ? props.figures : null
}

it('the page counts those who could suit its reader, and is the same for everyone of a kind', async () => {
  const language = newLanguage()
  for (let count = 0; count < 5; count++) await waitFor(await createMember(), language, men)
  const seen = (people: number | null) => [{ language, people, medianWaitMs: null }]
  for (let reader = 0; reader < 2; reader++)
    expect(await figuresFor({ genderMask: woman, seeksMask: man }, language)).toEqual(seen(5))
  expect(await figuresFor({ genderMask: man, seeksMask: man }, language)).toEqual(seen(null))
  expect(await figuresFor({ genderMask: woman, seeksMask: woman }, language)).toEqual(seen(null))
  expect(await figuresFor({ genderMask: woman, seeksMask: man, seeksAgeMax: 25 }, language), 'too old').toEqual(seen(null))
})

it('a wait is kept with the kind that it ended with, and with nothing else of a profile', async () => {
  const language = newLanguage()
  const [anna, ben] = [await createMember(), await createMember()]
  await waitFor(anna, language, { ...anyProfile, genderMask: woman, seeksMask: man, interests: ['jazz'] })
  await waitFor(ben, language, { ...men, birthDate: '1991-07-08' })
  for (const member of [anna, ben]) await untilPaired(member)
  const rows = await runInDurableObject(matchmakerOf('blind'), (_, { storage }) =>
    storage.sql.exec<{ met: string }>('SELECT met FROM waits WHERE language = ?', language).toArray(),
  )
  const ages = { seeksAgeMin: 18, seeksAgeMax: 99 }
  expect(rows.map(({ met }) => JSON.parse(met))).toEqual(
    expect.arrayContaining([
      { genderMask: man, seeksMask: woman, birthDate: '1991-01-01', ...ages },
      { genderMask: woman, seeksMask: man, birthDate: '1990-01-01', ...ages },
    ]),
  )
})
