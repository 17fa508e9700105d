import { useState, type ReactNode } from 'react'
import { likeActions, type LikeAnswer, type LikesLeftView } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ownLikeId } from '#shared/realtime/wire.ts'
import { showHere, shownHere } from '#ui/feedback/shown-here.ts'
import { rememberPage } from '#ui/hooks/remember-page.ts'
import { LikeNotices } from '../like-notices.tsx'
import { LikesContext, type Likes, type Person } from './likes-context.ts'
import { numberDecisions } from './number-decisions.ts'
import { showLiked } from './show-liked.ts'
import { useDecisions } from './use-decisions.ts'
import { loadMatchDialog, useMatchMoment } from './use-match-moment.tsx'
import { usePress } from './use-press.ts'

type LikesProviderProps = {
  quota: LikesLeftView
  canUndo?: boolean
  children: ReactNode
  next?: string
  /** An `UndoBar` on the page announces each like, so that no toast covers the next person. */
  hasBar?: boolean
  /** Called when the server has confirmed a like without a match, or a pass, and the page is still open. */
  onDecided?: (person: Person, by: 'liked' | 'passed') => void
}

/**
 * State of all like and pass buttons of one page: likes left, people liked or passed on since it loaded, and a new match. Every
 * press shows at once and is rolled back if the server refuses it. Without a script the same buttons are plain forms, and the
 * notice at the top shows the result.
 */
export function LikesProvider({
  quota,
  canUndo: isUndoLeft = true,
  children,
  next,
  hasBar = false,
  onDecided,
}: LikesProviderProps) {
  const translator = useI18n()
  const decisions = useDecisions(quota)
  const { left, setLeft, relationships, setRelationships, stand, lastPassed, setLastPassed, last, setLast, isUndone, setUndone } =
    decisions
  const press = usePress(quota, decisions)
  const { moment, celebrate } = useMatchMoment()
  const [decide] = useState(() => numberDecisions(setLast))
  const canUndo = isUndoLeft && !isUndone

  type Sent = Pick<LikeAnswer, 'conversationId' | 'openings' | 'ties'> & {
    match?: boolean | undefined
    line?: LikeAnswer['line'] | undefined
    remain: number | undefined
  }
  const showGiven = (person: Person, sent: Sent, isHere: () => boolean, answered: ReturnType<typeof decide>) => {
    if (sent.match && sent.conversationId) {
      stand(person.id, 'matched')
      const { conversationId, openings = [], ties = [] } = sent
      return celebrate({ ...person, conversationId, openings, ties }, isHere)
    }
    const said = { left: sent.remain, isFirstLine: sent.line === 'first' }
    if (hasBar && isHere()) return answered({ person, by: 'liked', ...said })
    showLiked(translator, person, said)
    if (isHere()) onDecided?.(person, 'liked')
  }

  const likes: Likes = {
    quota: { ...quota, left },
    undoable: canUndo ? lastPassed : null,
    last,
    canUndo,
    next,
    relationOf: (id, known) => relationships[id] ?? known,
    async give(person, before) {
      const isHere = rememberPage()
      // Loads the dialog meanwhile, so that a match is shown at once.
      if (navigator.onLine) loadMatchDialog().catch(() => {})
      const answered = decide(null)
      const ownId = ownLikeId(person.id)
      showHere(ownId)
      const sent = await press(person, { action: likeActions.like, after: 'liked', before })
      if (!sent) return void shownHere.delete(ownId)
      return showGiven(person, sent, isHere, answered)
    },
    announceHere: ({ id }) => showHere(ownLikeId(id)),
    async given(person, answer) {
      if (answer.like_remain !== undefined) setLeft(answer.like_remain)
      stand(person.id, 'liked')
      return showGiven(person, { ...answer, remain: answer.like_remain }, rememberPage(), decide(null))
    },
    async takeBack(person, before) {
      decide(null)
      const sent = await press(person, { action: likeActions.withdraw, after: 'none', before })
      // The pass from before the like is in effect again, unless there was another press meanwhile.
      if (sent?.passed) setRelationships((all) => (all[person.id] === 'none' ? { ...all, [person.id]: 'passed' } : all))
    },
    async pass(person, before) {
      const isHere = rememberPage()
      setLastPassed(person)
      const answered = decide({ person, by: 'passed' })
      const isDone = await press(person, { action: likeActions.pass, after: 'passed', before })
      if (isDone && isHere()) onDecided?.(person, 'passed')
      // Another person may have been passed on meanwhile.
      if (isDone) return
      setLastPassed((passed) => (passed?.id === person.id ? null : passed))
      answered(null)
    },
    undoLast() {
      if (likes.last?.by === 'liked') void likes.takeBack(likes.last.person, 'liked')
      else if (likes.last && canUndo) void likes.undo(likes.last.person)
    },
    async undo(person) {
      setLastPassed(null)
      decide(null)
      const isDone = (await press(person, { action: likeActions.undo, after: 'none', before: 'passed' })) !== null
      if (isDone && !quota.isUnlimited) setUndone(true)
      return isDone
    },
  }

  return (
    <LikesContext value={likes}>
      <LikeNotices canUndo={canUndo} isDaily={!quota.isUnlimited} />
      {children}
      {moment}
    </LikesContext>
  )
}
