import type { TieOffer } from '#features/likes/contract.ts'
import type { PersonView } from '#features/profile/contract.ts'
import type { TieKind } from '#shared/text/tie.ts'

/** What a profile shows, and what of it can be liked. */
export type ShownProfile = {
  person: Pick<PersonView, 'about' | 'promptAnswers' | 'languages'>
  photos: readonly { id: string; address: string }[]
  offer: TieOffer
}

/** A thing that a profile shows, with the refs that its form sends: several for the text about oneself, one for each sentence. */
export type NamedThing = {
  kind: TieKind
  refs: readonly string[]
  /** That of an answer. */
  question: string | null
  photo: string | null
  text: string | null
}

const noThing = { question: null, photo: null, text: null }

/** Returns the thing that a URL or a heart names (`photo.ID`, `answer.PROMPT`, `about`); null if the profile does not show it. */
export function findThing(name: string, { person, photos, offer }: ShownProfile): NamedThing | null {
  if (name === 'about') {
    return offer.about.length === 0 ? null : { ...noThing, kind: 'about', refs: offer.about, text: person.about }
  }
  const [kind, id = ''] = name.split('.')
  if (kind === 'photo') {
    const photo = photos.find((shown) => shown.id === id)
    return photo ? { ...noThing, kind, refs: [id], photo: photo.address } : null
  }
  const answer = kind === 'answer' ? person.promptAnswers.find(({ prompt }) => prompt === id) : undefined
  const ref = answer && offer.answers[answer.prompt]
  if (!answer || ref === undefined) return null
  return { ...noThing, kind: 'answer', refs: [ref], question: answer.question, text: answer.text }
}
