import type { Secrets } from '#server/crypto/keys.ts'
import { deriveKeys, requireKey } from '#server/crypto/keys.ts'
import { nodeCrypto } from '#server/crypto/node-crypto.ts'
import { isSameSecret, keyedHash } from '#server/crypto/secrets.ts'
import { sentencesOf } from '#shared/text/sentences.ts'
import type { PairTie, TieKind, TieView } from '#shared/text/tie.ts'
import type { Relation, StoredPromptAnswer } from '../contract.ts'
import { visibleFields } from '../rules.ts'

/** The texts of a profile that a like can be tied to. */
export type TiedProfile = {
  id: string
  about: string
  promptAnswers: readonly StoredPromptAnswer[]
  visibility: Readonly<Record<string, string>>
}

/** A text on a profile. `ref` contains a hash of its words: after any change of them it names nothing. */
export type Thing = { kind: Exclude<TieKind, 'photo'>; ref: string; text: string }

/** Returns the texts that somebody in this relation sees of a profile, in its order. */
export function thingsOf(profile: TiedProfile, relation: Relation): Thing[] {
  const { about, promptAnswers } = visibleFields({ ...profile, promptAnswers: [...profile.promptAnswers] }, relation)
  return [
    ...promptAnswers.map(({ prompt, text }) => ({ kind: 'answer', ref: answerRef(profile.id, prompt, text), text }) as const),
    ...sentencesOf(about).map((text) => ({ kind: 'about', ref: hashOf(profile.id, 'about', text), text }) as const),
  ]
}

/** The question, and what was answered to it. */
export const answerRef = (id: string, prompt: string, text: string): string => `${prompt}.${hashOf(id, prompt, text)}`

/** Returns 132 bits of a hash: whose text it is and where it is are part of it, so equal words of two people differ. */
function hashOf(id: string, source: string, text: string): string {
  return nodeCrypto()
    .createHash('sha256')
    .update(JSON.stringify([id, source, text]))
    .digest('base64url')
    .slice(0, 22)
}

/** A tie as its like's row has it, with what it needs of the liked member's profile (`tieJsonSql`). */
type StoredTie = {
  tieKind: TieKind
  tieRef: string
  line: string | null
  /** The key of the photo, or the texts of its kind as stored; null if there is none. */
  thing: string | null
  thingVisibility: string | null
}

type Reading = { relation: Relation; photoOf: (key: string) => string | null }

/** Returns a tie (`tieJsonSql`) for a reader. `ownerId`: the liked member. */
export const readTie = (json: string, reading: Reading & { ownerId: string }): TieView => toTieView(JSON.parse(json), reading)

/** Returns the ties of a match (`pairTiesSql`) for one of the two, as matches see the things; the earlier like's first. */
export function readPairTies(json: string, viewerId: string, photoOf: Reading['photoOf']): PairTie[] {
  const rows: (StoredTie & { giverId: string; ownerId: string; givenAt: number })[] = JSON.parse(json)
  return rows
    .toSorted((one, next) => one.givenAt - next.givenAt)
    .map(({ giverId, ownerId, ...stored }) => ({
      ...toTieView(stored, { ownerId, relation: 'match', photoOf }),
      isMine: giverId === viewerId,
    }))
}

function toTieView(
  { tieKind: kind, tieRef, line, thing, thingVisibility }: StoredTie,
  { ownerId, relation, photoOf }: Reading & { ownerId: string },
): TieView {
  const none = { kind, photo: null, text: null, line }
  if (thing === null) return none
  if (kind === 'photo') return { ...none, photo: photoOf(thing) }
  const profile: TiedProfile = {
    id: ownerId,
    about: kind === 'about' ? thing : '',
    promptAnswers: kind === 'answer' ? JSON.parse(thing) : [],
    visibility: JSON.parse(thingVisibility ?? '{}'),
  }
  return { ...none, text: thingsOf(profile, relation).find(({ ref }) => ref === tieRef)?.text ?? null }
}

/**
 * A page names a text as `ref~revision~seal`: it was on the profile at that revision, where every member sees it. While the profile is at
 * the revision, the statement that writes a like needs no text to check that (docs/likes.md).
 */
const sealedPattern = /^([\w.-]{1,96})~(\d{1,9})~([\w-]{16})$/

type Sealed = { toId: string; kind: Thing['kind']; ref: string; revision: number }

const sealOf = (key: Uint8Array, { toId, kind, ref, revision }: Sealed) =>
  keyedHash(key, JSON.stringify([toId, kind, ref, revision])).slice(0, 16)

/** Returns what a stranger's like can be tied to on a profile, as its forms name it: answers by their questions, and sentences. */
export async function sealThings(
  env: Secrets,
  profile: TiedProfile & { revision: number },
): Promise<{ answers: Record<string, string>; about: string[] }> {
  const key = await requireKey(env, 'tie')
  const { id: toId, revision } = profile
  const seal = ({ kind, ref }: Thing) => `${ref}~${revision}~${sealOf(key, { toId, kind, ref, revision })}`
  const things = thingsOf(profile, 'stranger')
  const answers = things.filter(({ kind }) => kind === 'answer')
  return {
    answers: Object.fromEntries(answers.map((thing) => [thing.ref.slice(0, thing.ref.indexOf('.')), seal(thing)])),
    about: things.filter(({ kind }) => kind === 'about').map(seal),
  }
}

/** Returns the ref that a form sends, and the profile's revision if the seal is this deployment's. */
export async function openRef(
  env: Secrets,
  { toId, kind, typed }: { toId: string; kind: Thing['kind']; typed: string },
): Promise<{ ref: string; revision: number | null }> {
  const [, ref, digits, seal = ''] = sealedPattern.exec(typed) ?? []
  if (ref === undefined) return { ref: typed, revision: null }
  const revision = Number(digits)
  const isOurs = (await deriveKeys(env, 'tie')).some((key) => isSameSecret(seal, sealOf(key, { toId, kind, ref, revision })))
  return { ref, revision: isOurs ? revision : null }
}
