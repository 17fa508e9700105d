import { Suspense, useState, type ReactNode } from 'react'
import type { Relationship, TieOffer } from '#features/likes/contract.ts'
import type { TieKind } from '#shared/text/tie.ts'
import { useLikes, type Person } from '../provider/likes-context.ts'
import { TieDialog } from './lazy.ts'
import type { ShownProfile } from './named-thing.ts'
import { TieHeart } from './tie-heart.tsx'

type Tying = {
  /** The heart of a thing; null where none can be liked. */
  heartOf: (kind: TieKind, id?: string) => ReactNode
  sheet: ReactNode
}

type TyingInput = {
  person: Person & ShownProfile['person']
  relationship: Relationship
  /** Null if the person cannot be liked. */
  offer: TieOffer | null
  photos: ShownProfile['photos']
  /** The thing in the page's URL. */
  named: string | null
}

/** The hearts on the things of a profile, and the sheet that they open. Both are gone once the person is liked. */
export function useTying({ person, relationship: known, offer, photos, named }: TyingInput): Tying {
  const likes = useLikes()
  const relationship = likes.relationOf(person.id, known)
  const [opened, setOpened] = useState({ of: person.id, name: named })
  const name = opened.of === person.id ? opened.name : named
  if (!offer || (relationship !== 'none' && relationship !== 'passed')) return { heartOf: () => null, sheet: null }
  const open = (next: string | null) => setOpened({ of: person.id, name: next })
  return {
    heartOf(kind, id) {
      const isThere = kind === 'photo' || (kind === 'about' ? offer.about.length > 0 : offer.answers[id ?? ''] !== undefined)
      return isThere ? (
        <TieHeart personId={person.id} kind={kind} thing={id === undefined ? kind : `${kind}.${id}`} onOpen={open} />
      ) : null
    },
    sheet:
      name === null ? null : (
        <Suspense fallback={null}>
          <TieDialog key={name} {...{ person, photos, offer, name }} onClose={() => open(null)} />
        </Suspense>
      ),
  }
}
