/** What a like can be tied to on the liked member's profile (product.md 'Answers and ties'). */
export const tieKinds = ['photo', 'answer', 'about'] as const
export type TieKind = (typeof tieKinds)[number]

/**
 * A tie for a reader: the address of the photo ('' where only words are shown), or the words of the answer or sentence. Both are null
 * once the thing was changed, hidden or removed.
 */
export type TieView = { kind: TieKind; photo: string | null; text: string | null; line: string | null }

/** A tie between two who are matched. `isMine`: the reader's like is tied to the other's thing. */
export type PairTie = TieView & { isMine: boolean }

/** For this long after its withdrawal a tie can be evidence of a report. */
export const withdrawnTieMs = 30 * 24 * 60 * 60 * 1000
