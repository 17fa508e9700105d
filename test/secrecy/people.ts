import { deriveConversationId } from '#features/chat/server/conversation-id.ts'
import { partnerTokens } from '#objects/member-hub/seat/partner-token.ts'
import { consentDocuments, legalVersion } from '#features/legal/contract.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { newId } from '../../scripts/bench/realtime/people.ts'
import type { SecrecyServer } from './server.ts'
import { Tap, type Browser } from './tap.ts'

/** Who somebody is, and how they read. */
export type Persona = Browser & {
  firstName: string
  gender: string
  birthDate: string
  about: string
  /** Shows when they are online, and what they have read. */
  isOpen: boolean
}

/** How Anna reads in a lane; her clock is the same in all. */
export type Reading = Omit<Browser, 'timeZone'>

/** A zone in which it is early in the afternoon: everywhere the time of day has four digits for hours to come. */
const afternoonZone = () => {
  const ahead = 13 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

export const anneliese: Omit<Persona, keyof Reading> = {
  firstName: 'Anneliese',
  timeZone: afternoonZone(),
  gender: 'woman',
  birthDate: '1992-07-30',
  about: 'I read what I am sent.',
  isOpen: true,
}

/** Partners who have as little in common as can be, but what they do. */
export const personas = [
  {
    firstName: 'Zdenk',
    locale: 'en',
    timeZone: 'Asia/Kathmandu',
    gender: 'man',
    birthDate: '2003-02-03',
    transport: 'websocket',
    about: '',
    isOpen: true,
  },
  {
    firstName: 'Maximiliane-Alexandra',
    locale: 'uk',
    timeZone: 'Pacific/Auckland',
    gender: 'woman',
    birthDate: '1949-12-31',
    transport: 'polling',
    about: 'So many words about me. '.repeat(30),
    isOpen: false,
  },
  {
    firstName: 'Ґанна',
    locale: 'de',
    timeZone: 'America/St_Johns',
    gender: 'nonbinary',
    birthDate: '1985-06-15',
    transport: 'polling',
    about: 'коротко',
    isOpen: false,
  },
] as const satisfies Persona[]

/** A member at a browser, and all that could tell who they are. */
export type Person = { tap: Tap; canaries: readonly string[] }

/** A complete member whose name, mail, words, photo and portrait are nobody else's. */
export async function createPerson(server: SecrecyServer, persona: Persona): Promise<Person> {
  const [id, mark, photo] = [newId(), newId(), newId()]
  await addMember(server, id, mark, persona)
  await addConsents(server, id)
  await addPhoto(server, id, photo)
  const session = await server.signIn(id)
  const tap = new Tap(server, session, persona)
  const isOpen = persona.isOpen ? '1' : ''
  await tap.act(settingsActions.privacy, { showsOnline: isOpen, browsesInvisibly: persona.isOpen ? '' : '1' })
  await tap.act(settingsActions.chat, { readMarks: isOpen, typing: '1' })
  const { firstName, birthDate } = persona
  const [token = ''] = await partnerTokens({ SESSION_SECRET: server.secret }, id)
  return { tap, canaries: [id, mark, photo, firstName, birthDate, session.sid, session.token, token] }
}

/** The id that the two would have together, were they matched. */
export const conversationOf = (server: SecrecyServer, one: Tap, other: Tap): Promise<string> =>
  deriveConversationId({ SESSION_SECRET: server.secret }, one.session.member, other.session.member)

async function addMember(server: SecrecyServer, id: string, mark: string, persona: Persona): Promise<void> {
  const { firstName, birthDate, gender, locale, timeZone, about, isOpen } = persona
  await server.query(
    `INSERT INTO members (id, email, password_hash, state, first_name, birth_date, gender, locale, time_zone, created_at, updated_at)
     VALUES (?1, ?2, '', 'complete', ?3, ?4, ?5, ?6, ?7, 1, 1)`,
    id,
    `${mark}@people.test`,
    firstName,
    birthDate,
    gender,
    locale,
    timeZone,
  )
  await server.query(
    `INSERT INTO profiles (member_id, first_name, gender, birth_date, seeks_mask, gender_mask, discoverable, about, avatar, verified,
       active_at, updated_at) VALUES (?1, ?2, ?3, ?4, 7, 1, 1, ?5, ?6, ?7, 1, 1)`,
    id,
    firstName,
    gender,
    birthDate,
    `${about} ${mark}`,
    `notionists:${mark}`,
    Number(isOpen),
  )
}

/** To the texts as they are now: otherwise every page would ask for them first. */
async function addConsents({ query }: SecrecyServer, member: string): Promise<void> {
  for (const kind of ['terms', 'sensitive-data'] as const)
    await query(
      `INSERT INTO consents (id, subject_kind, subject_id, kind, version, locale, text_hash, given_at)
       VALUES (?, 'member', ?, ?, ?, 'en', '', 1)`,
      newId(),
      member,
      kind,
      legalVersion(consentDocuments[kind]),
    )
}

const addPhoto = ({ query }: SecrecyServer, member: string, key: string) =>
  query(
    `INSERT INTO photos (id, member_id, position, key, state, width, height, created_at) VALUES (?1, ?2, 0, ?1, 'approved', 1280, 1600, 1)`,
    key,
    member,
  )
