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
export type NamedThing = { kind: TieKind; refs: readonly string[]; photo: string | null; text: string | null }

/** Returns the thing that a URL or a heart names (`photo.ID`, `answer.PROMPT`, `about`); null if the profile does not show it. */
export function findThing(name: string, { person, photos, offer }: ShownProfile): NamedThing | null {
  if (name === 'about') {
    return offer.about.length === 0 ? null : { kind: 'about', refs: offer.about, photo: null, text: person.about }
  }
  const [kind, id = ''] = name.split('.')
  if (kind === 'photo') {
    const photo = photos.find((shown) => shown.id === id)
    return photo ? { kind, refs: [id], photo: photo.address, text: null } : null
  }
  const answer = kind === 'answer' ? person.promptAnswers.find(({ prompt }) => prompt === id) : undefined
  const ref = answer && offer.answers[answer.prompt]
  return answer && ref !== undefined ? { kind: 'answer', refs: [ref], photo: null, text: answer.text } : null
}
