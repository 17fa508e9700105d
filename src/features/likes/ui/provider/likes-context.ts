import { createContext, use } from 'react'
import type { LikeAnswer, LikesLeftView, Relationship } from '#features/likes/contract.ts'

/** The person of a button. `avatar`: URL of the portrait. */
export type Person = { id: string; firstName: string; avatar: string | null }

/** `left`: likes left after a like; undefined if nothing is counted. */
/** `isFirstLine`: the like has the line of the day's first one (`LikeAnswer.line`). */
export type Decision =
  | { person: Person; by: 'liked'; left: number | undefined; isFirstLine: boolean }
  | { person: Person; by: 'passed' }

export type Likes = {
  quota: LikesLeftView
  /** The person whom the day's undo would bring back: the last one passed on here, while the undo is unused. */
  undoable: Person | null
  /** The last decision on this page; a pass can be reversed while `canUndo`. */
  last: Decision | null
  /** True while the day's undo is unused, as far as this page knows. */
  canUndo: boolean
  /** The relationship after presses on this page, else the one that the server sent. */
  relationOf: (id: string, known: Relationship) => Relationship
  give: (person: Person, before: Relationship) => Promise<void>
  /** Shows a like that a form on this page has given, as `give` does. */
  given: (person: Person, answer: LikeAnswer) => Promise<void>
  /** Called before such a form is sent: this tab needs no notification of its own like. */
  announceHere: (person: Person) => void
  takeBack: (person: Person, before: Relationship) => Promise<void>
  pass: (person: Person, before: Relationship) => Promise<void>
  /** Reverses the last decision: the day's undo for a pass, a withdrawal for a like. */
  undoLast: () => void
  /** True if it succeeded. */
  undo: (person: Person) => Promise<boolean>
  /** Target of a plain form after a like or a pass; its own page by default. */
  next: string | undefined
}

export const LikesContext = createContext<Likes | null>(null)

export function useLikes(): Likes {
  const likes = use(LikesContext)
  if (!likes) throw new Error('Like and pass buttons need a LikesProvider above them')
  return likes
}
