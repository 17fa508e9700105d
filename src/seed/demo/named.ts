import { citySeeds, type CitySeed } from '#features/location/server/cities.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { DemoMember } from './member.ts'
import { demoLanguages } from './languages/all.ts'
import type { DemoAnswer } from './languages/language.ts'
import { demoId } from './random.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

function cityOf(slug: string): CitySeed {
  const city = citySeeds.find((candidate) => candidate.slug === slug)
  if (!city) throw new Error(`No city ${slug}`)
  return city
}

/** The answers in these positions of a language's list. */
function answersOf(locale: LocaleCode, ...positions: readonly number[]): DemoAnswer[] {
  const answers = demoLanguages.find((language) => language.locale === locale)?.answers ?? []
  return positions.flatMap((position) => answers.slice(position, position + 1))
}

type Named = Pick<
  DemoMember,
  'email' | 'firstName' | 'locale' | 'gender' | 'seeks' | 'age' | 'about' | 'intent' | 'interests' | 'languages'
> & {
  citySlug: string
  seed: string
} & Partial<DemoMember>

function named({ citySlug, seed, ...person }: Named): DemoMember {
  return {
    answers: [],
    id: demoId(person.email),
    state: 'complete',
    role: 'member',
    daysSinceBirthday: 140,
    seeksAgeMin: Math.max(18, person.age - 9),
    seeksAgeMax: person.age + 12,
    city: cityOf(citySlug),
    offset: { latitude: 0.01, longitude: -0.02 },
    avatar: `notionists:${seed}`,
    heightCm: null,
    verified: false,
    appearance: 3,
    joinedAgoMs: 60 * dayMs,
    activeAgoMs: 3 * hourMs,
    ...person,
  }
}

/** The six logins of the demo. */
export const demoLogins: readonly DemoMember[] = [
  named({
    email: 'anna@demo.test', answers: answersOf('en', 26, 73, 20), firstName: 'Anna', locale: 'en', gender: 'woman', seeks: ['man', 'nonbinary'], age: 29, citySlug: 'london', seed: 'f-16',
    about: 'I restore paper for a museum: maps, letters, the odd love note. Patient with paper, less so with queues. On Saturdays I swim in the ponds and then I want cake.',
    intent: 'relationship', interests: ['museums', 'swimming', 'books', 'baking', 'cycling', 'gigs'], languages: ['en', 'fr'], heightCm: 171, verified: true,
  }),
  named({
    email: 'ben@demo.test', answers: answersOf('en-us', 19, 7, 30), firstName: 'Ben', locale: 'en-us', gender: 'man', seeks: ['woman'], age: 31, citySlug: 'new-york', seed: 'm-14',
    about: 'Sound engineer. I spend my days making other people sound good and my evenings cooking for whoever is around. Moving to London in spring, nervous and delighted.',
    intent: 'relationship', interests: ['gigs', 'cooking', 'cycling', 'museums', 'podcasts', 'travel'], languages: ['en', 'es'], heightCm: 183, verified: true,
  }),
  named({
    email: 'olena@demo.test', answers: answersOf('uk', 50, 29, 18), firstName: 'Олена', locale: 'uk', gender: 'woman', seeks: ['man'], age: 27, citySlug: 'kyiv', seed: 'f-3',
    about: 'Проєктую сади на дахах. Люблю ранковий Поділ, гучні концерти й тихі книгарні. Найкращі знайомства в моєму житті починалися з випадкової розмови.',
    intent: 'relationship', interests: ['gardening', 'gigs', 'books', 'coffee', 'cycling', 'photography'], languages: ['uk', 'en', 'pl'], heightCm: 168, verified: true,
  }),
  named({
    email: 'piotr@demo.test', answers: answersOf('pl', 8, 17, 64), firstName: 'Piotr', locale: 'pl', gender: 'man', seeks: ['woman'], age: 33, citySlug: 'warsaw', seed: 'm-9',
    about: 'Buduję łodzie z drewna, chociaż do morza mam trzysta kilometrów. Wieczorami gram na pianinie, sąsiedzi znają już cały repertuar.',
    intent: 'dating', interests: ['sailing', 'gigs', 'cooking', 'hiking', 'cinema', 'history'], languages: ['pl', 'en', 'de'], heightCm: 180, verified: true,
  }),
  named({
    email: 'elif@demo.test', answers: answersOf('tr', 56, 27, 25), firstName: 'Elif', locale: 'tr', gender: 'woman', seeks: ['man'], age: 30, citySlug: 'istanbul', seed: 'f-13',
    about: 'Mimarım, eski binalara ikinci bir hayat veriyorum. Hafta sonları Moda’da kahve, kitap ve kediler. Güldüren insanlara zaafım var.',
    intent: 'relationship', interests: ['history', 'coffee', 'books', 'cats', 'photography', 'travel'], languages: ['tr', 'en', 'de'], heightCm: 166, verified: true,
  }),
  named({
    email: 'operator@demo.test', answers: answersOf('en', 76, 66, 3), firstName: 'Orla', locale: 'en', gender: 'woman', seeks: ['woman', 'man', 'nonbinary'], age: 38, citySlug: 'edinburgh', seed: 'f-7',
    about: 'I look after the people who look after this place. Off duty: sea kayak, ceilidhs, and a cat called Admin.',
    intent: 'friendship', interests: ['sailing', 'dancing', 'cats', 'hiking', 'board-games'], languages: ['en'], heightCm: 174,
    role: 'operator',
  }),
] // prettier-ignore

/** One for every other account state (the unverified one is a registration: rows.ts). */
export const demoStates: readonly DemoMember[] = [
  named({
    email: 'incomplete@demo.test', firstName: 'Inês', locale: 'pt', gender: 'woman', seeks: ['man', 'woman'], age: 26, citySlug: 'porto', seed: 'f-8',
    about: '', intent: 'open', interests: [], languages: [], state: 'incomplete', appearance: 1, joinedAgoMs: dayMs,
  }),
  named({
    email: 'restricted@demo.test', firstName: 'Rufus', locale: 'en', gender: 'man', seeks: ['woman'], age: 41, citySlug: 'manchester', seed: 'm-2',
    about: 'Investor, philosopher, early riser. Ask me about my newsletter.', intent: 'open', interests: ['podcasts', 'running'], languages: ['en'],
    state: 'restricted', appearance: 1,
  }),
  named({
    email: 'paused@demo.test', answers: answersOf('cs', 69, 42, 74), firstName: 'Petra', locale: 'cs', gender: 'woman', seeks: ['man'], age: 34, citySlug: 'prague', seed: 'f-14',
    about: 'Píšu diplomku, takže si dávám pauzu. Na jaře se vrátím, s titulem a s chutí na zmrzlinu.', intent: 'relationship',
    interests: ['books', 'hiking', 'coffee', 'theatre', 'swimming'], languages: ['cs', 'en'], state: 'paused', appearance: 1,
  }),
  named({
    email: 'deleted@demo.test', firstName: 'Dora', locale: 'ro', gender: 'woman', seeks: ['man'], age: 45, citySlug: 'iasi', seed: 'f-9',
    about: '', intent: 'relationship', interests: [], languages: ['ro'], state: 'deleted', appearance: 1,
  }),
] // prettier-ignore

/** The moderator who restricted Rufus, so that the operator, who did not, may decide about his appeal. */
export const demoModerator = named({
  email: 'moderator@demo.test', answers: answersOf('en', 2, 41, 46), firstName: 'Mo', locale: 'en', gender: 'man', seeks: ['man'], age: 36, citySlug: 'bristol', seed: 'm-5',
  about: 'I read reports for a living and novels for balance. Allotment, choir, strong opinions on tea.', intent: 'friendship',
  interests: ['gardening', 'books', 'gigs'], languages: ['en'], role: 'moderator',
}) // prettier-ignore

/** The reason for the demo member's restriction, as written by a moderator. */
export const demoRestriction = {
  email: 'restricted@demo.test',
  rule: 'scam',
  facts:
    'On three days you wrote to eleven members, soon after matching, that they should move money into an investment of yours. Two of them sent us the messages.',
  imposedDaysAgo: 2,
  days: 30,
} as const

/** Represents the state `unverified`: a sign-up that waits for its code. */
export const demoRegistration = {
  email: 'unverified@demo.test',
  firstName: 'Uma',
  locale: 'en',
  gender: 'woman',
  seeks: ['man'],
  age: 24,
  timeZone: 'Europe/London',
} as const
