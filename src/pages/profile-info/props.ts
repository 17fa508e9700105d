import type { WriteView } from '#features/chat/contract.ts'
import type { LikesLeftView, Relationship, TieOffer } from '#features/likes/contract.ts'
import type { DistanceBand } from '#features/location/contract.ts'
import type { PhotoView } from '#features/photos/contract.ts'
import type { PersonView, TogetherView } from '#features/profile/contract.ts'
import type { CompatibilityView } from '#features/quiz/contract.ts'
import type { TieView } from '#shared/text/tie.ts'

export type Props = {
  person: PersonView
  /** Null for the member's own profile, which has no distance, common ground or buttons. */
  relation: {
    band: DistanceBand
    together: TogetherView
    relationship: Relationship
    likesMe: boolean
    /** What of the viewer's their like names. Null for a plain one, and where a decision was made. */
    received: TieView | null
    /** The match's conversation, or null. */
    conversationId: string | null
  } | null
  quota: LikesLeftView
  photos: PhotoView[]
  write: WriteView
  /** The viewer's own languages. */
  spoken: string[]
  /** What a like of them can be tied to; null if they cannot be liked. */
  ties: TieOffer | null
  /** The thing that the URL names for a like. */
  named: string | null
  isFavourite: boolean
  isNoScript: boolean
  compatibility: CompatibilityView
  /** The day's undo of a pass is unused. */
  canUndo: boolean
}
