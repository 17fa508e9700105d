import { citySeeds, type CitySeed } from '#features/location/server/cities.ts'
import {
  interests as allInterests,
  pageLanguage,
  type Gender,
  type Intent,
  type SpokenLanguage,
} from '#features/profile/contract.ts'
import { demoLanguages } from './languages/all.ts'
import type { DemoMember } from './member.ts'
import { demoLogins, demoModerator, demoStates } from './named.ts'
import { createRandom, demoId, itemAt, type Random } from './random.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Includes the named members (architecture.md, 'Demo data'). */
export const demoMemberCount = 240

type Language = (typeof demoLanguages)[number]

/** Cities of the demo logins. People of all languages live there, so that the list of people nearby is full. */
const hubs = demoLogins.filter((login) => login.email !== 'operator@demo.test')

/** Frequent ones appear more than once. */
const weightedIntents: readonly Intent[] = [
  'relationship',
  'relationship',
  'relationship',
  'dating',
  'dating',
  'open',
  'open',
  'marriage',
  'friendship',
]
const otherLanguages: readonly SpokenLanguage[] = ['en', 'en', 'de', 'fr', 'es', 'it', 'pl', 'uk', 'nl', 'tr', 'ar', 'hi']

/** All demo members, always the same: the named ones first. */
export function demoMembers(): DemoMember[] {
  const named = [...demoLogins, ...demoStates, demoModerator]
  const crowd = Array.from({ length: demoMemberCount - named.length }, (_, index) => {
    return makeMember(at(demoLanguages, index), Math.floor(index / demoLanguages.length))
  })
  return [...named, ...crowd]
}

function makeMember(language: Language, number: number): DemoMember {
  const key = `${language.locale}-${number}`
  const random = createRandom(key)
  const { city, hub } = chooseCity(language, number, random)
  const gender = chooseGender(hub, random)
  const age = 21 + Math.round(Math.abs(random.spread()) * 16 + random.next() * 14)
  const names = { woman: language.women, man: language.men, nonbinary: language.nonbinary }[gender]
  // The lists are traversed by number, so that neighbours in a list never share a name or a text.
  const [text, shown] = at(language.abouts, number * 3 + 1)
  const id = demoId(key)
  return {
    id,
    email: `${key}@demo.test`,
    firstName: at(names, number),
    state: 'complete',
    role: 'member',
    locale: language.locale,
    gender,
    seeks: chooseSeeks(gender, random),
    age,
    daysSinceBirthday: random.int(1, 360),
    seeksAgeMin: Math.max(18, Math.min(age - random.int(3, 9), hub ? hub.age - 1 : age)),
    seeksAgeMax: Math.max(age + random.int(4, 12), hub ? hub.age + 1 : age),
    city,
    offset: { latitude: random.spread() * (hub ? 0.3 : 0.12), longitude: random.spread() * (hub ? 0.45 : 0.18) },
    avatar: `notionists:${{ woman: 'f-', man: 'm-', nonbinary: '' }[gender]}${id.slice(0, 6).replaceAll('-', '0')}`,
    answers: chooseAnswers(language, number),
    about: random.chance(0.85) ? `${text} ${at(language.closers, number + random.int(0, 2))}` : text,
    intent: random.pick(weightedIntents),
    interests: [...new Set([...shown, ...random.sample(allInterests, random.int(2, 5))])],
    languages: [...new Set([spokenOf(language), ...random.sample(otherLanguages, random.int(1, 2))])],
    heightCm: random.chance(0.7) ? Math.round((gender === 'man' ? 179 : 167) + random.spread() * 16) : null,
    verified: random.chance(0.25),
    appearance: 1,
    joinedAgoMs: random.int(12, 220) * dayMs,
    activeAgoMs: Math.round(random.next() ** 3 * 12 * dayMs) + random.int(0, 4) * minuteMs,
  }
}

/** Of ten neighbours in the list, four live in a login's city, two in the language's first city, four in another one. */
const placeOfTen = ['other', 'hub', 'first', 'other', 'hub', 'other', 'hub', 'hub', 'other', 'first'] as const

function chooseCity(language: Language, number: number, random: Random): { city: CitySeed; hub: DemoMember | undefined } {
  const [first, ...others] = citySeeds.filter((city) => city.country === language.country)
  const place = at(placeOfTen, number)
  // Counts the members of this kind so far, so that every city of the country gets its turn.
  const turn = Array.from({ length: number }, (_, index) => at(placeOfTen, index)).filter((earlier) => earlier === 'other').length
  const city = { hub: random.pick(hubs).city, first, other: at(others, turn) }[place]
  if (!city) throw new Error(`No city in ${language.country}`)
  return { city, hub: hubs.find((login) => login.city.slug === city.slug) }
}

function chooseGender(hub: DemoMember | undefined, random: Random): Gender {
  if (hub && random.chance(0.55)) return random.pick(hub.seeks)
  return random.chance(0.05) ? 'nonbinary' : random.pick(['woman', 'man'])
}

function chooseSeeks(gender: Gender, random: Random): Gender[] {
  const share = random.next()
  if (gender === 'nonbinary' || share < 0.06) return ['woman', 'man', 'nonbinary']
  if (share < 0.16) return [gender, 'nonbinary']
  return gender === 'woman' ? ['man'] : ['woman']
}

const spokenOf = (language: Language): SpokenLanguage => pageLanguage(language.locale)

/** None for one in ten, two for one in five, else three. The list is traversed as the texts are, with the steps far apart. */
function chooseAnswers({ answers }: Language, number: number): DemoMember['answers'] {
  const count = number % 10 === 7 ? 0 : number % 5 === 3 ? 2 : 3
  return Array.from({ length: count }, (_, index) => at(answers, number * 3 + index * 28))
}

function at<Value>(list: readonly Value[], index: number): Value {
  return itemAt(list, index % list.length)
}
