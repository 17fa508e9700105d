import { createContext, use, useState, type ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { ownLikeId } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import { createOptimisticUpdates } from '#ui/forms/optimistic-updates.ts'
import { rememberPage } from '#ui/hooks/remember-page.ts'
import { sendInOrder } from '#ui/forms/send-in-order.ts'
import { showHere, shownHere } from '#ui/feedback/shown-here.ts'
import { showRefusal, showToast } from '#ui/feedback/toasts.ts'
import {
  likeActions,
  fewLikes,
  type LikeAnswer,
  type LikesLeftView,
  type MatchView,
  type Relationship,
} from '#features/likes/contract.ts'
import { LikeNotices } from './like-notices.tsx'
import { numberDecisions } from './number-decisions.ts'

/** Fields of the answers to all presses. */
type PressAnswer = Partial<Omit<LikeAnswer, 'liked'>> & { liked?: boolean; passed?: boolean; undone?: string }

/** The person of a button. `avatar`: address of the portrait. */
export type Person = { id: string; firstName: string; avatar: string | null }

/** `left`: likes that are left after a like; undefined where nothing is counted. */
export type Decision = { person: Person; by: 'liked'; left: number | undefined } | { person: Person; by: 'passed' }

type Likes = {
  quota: LikesLeftView
  /** The person whom the day's undo would bring back: the last one passed on here, while it is unspent. */
  undoable: Person | null
  /** The last decision on this page, while it can be taken back. */
  last: Decision | null
  /** True while the day's undo is unspent, as far as this page knows. */
  canUndo: boolean
  /** The relationship after presses on this page, else the one that the server sent. */
  relationOf: (id: string, known: Relationship) => Relationship
  give: (person: Person, before: Relationship) => Promise<void>
  takeBack: (person: Person, before: Relationship) => Promise<void>
  pass: (person: Person, before: Relationship) => Promise<void>
  /** Takes the last decision back: the day's undo for a pass, a withdrawal for a like. */
  undoLast: () => void
  /** True when it succeeded. */
  undo: (person: Person) => Promise<boolean>
  /** Target of a plain form after a like or a pass; its own page by default. */
  next: string | undefined
}

const loadMatchDialog = () => import('./match/match-dialog.tsx')

/** The server finds the last pass by order, so passes and their undo are sent one after the other, whomever they concern. */
const passes = ['passes']

const LikesContext = createContext<Likes | null>(null)

export function useLikes(): Likes {
  const likes = use(LikesContext)
  if (!likes) throw new Error('Like and pass buttons need a LikesProvider above them')
  return likes
}

type LikesProviderProps = {
  quota: LikesLeftView
  canUndo?: boolean
  children: ReactNode
  next?: string
  /** An `UndoBar` on the page says each like, so that no toast covers the next person. */
  hasBar?: boolean
  /** Called when the server has confirmed a like without a match, or a pass, and the page is still open. */
  onDecided?: (person: Person, by: 'liked' | 'passed') => void
}

/**
 * State of all like and pass buttons of one page: likes left, people liked or passed since the page came, and a new
 * match. Every press shows at once and goes back when the server refuses it. Without a script the same buttons are plain
 * forms, and their result stands in the notice at the top.
 */
export function LikesProvider({ quota, canUndo = true, children, next, hasBar = false, onDecided }: LikesProviderProps) {
  const translator = useI18n()
  const { t, tn, format } = translator
  const href = useHref()
  const [source, setSource] = useState(quota)
  const [left, setLeft] = useState(quota.left)
  const [relationships, setRelationships] = useState<Record<string, Relationship>>({})
  const [lastPassed, setLastPassed] = useState<Person | null>(null)
  const [last, setLast] = useState<Decision | null>(null)
  const [isUndone, setUndone] = useState(false)
  const [moment, setMoment] = useState<ReactNode>(null)
  const [decide] = useState(() => numberDecisions(setLast))
  const [pressOn] = useState(() => createOptimisticUpdates<Relationship>())
  if (source !== quota) {
    // A client navigation brought newer facts than the presses on the page before.
    setSource(quota)
    setLeft(quota.left)
    setRelationships({})
    setLastPassed(null)
    setLast(null)
    setUndone(false)
  }

  const stand = (id: string, relationship: Relationship) => setRelationships((all) => ({ ...all, [id]: relationship }))

  /**
   * Loads the match dialog on demand, since few visits see one. A member who has left the page gets a toast and stays
   * where they are.
   */
  async function celebrate(match: MatchView, isHere: () => boolean) {
    const part = await loadMatchDialog().catch(() => null)
    // The same dialog's content stands on a page of its own.
    const address = href(routes.likes, {}, { query: { tab: 'matches', match: match.id } })
    if (!isHere()) showToast({ title: t('likes.match.title', { name: match.firstName }), type: 'success', href: address })
    else if (part) setMoment(<part.MatchDialog match={match} onClose={() => setMoment(null)} />)
    else location.assign(address)
  }

  /**
   * Shows the press at once, or with its answer where the result is open. A refused press goes back, with its reason in
   * a toast.
   */
  async function press(
    person: Person,
    action: Action<PressAnswer>,
    after: Relationship,
    before: Relationship,
    alsoAbout: readonly string[] = [],
  ) {
    // A like that was withdrawn on its own day may be given again at zero left; only the server knows.
    const isOpen = action.path === likeActions.like.path && left === 0 && !quota.isUnlimited
    const answer = await pressOn(person.id, {
      before,
      after,
      show: (relationship) => isOpen || stand(person.id, relationship),
      send: () => sendInOrder([person.id, ...alsoAbout], action, { id: person.id }, t('common.error.offline')),
      confirmed: ({ match, passed }) => (match ? 'matched' : passed ? 'passed' : after),
    })
    if (answer.kind === 'refused') {
      if (answer.code === 'undo-used') setUndone(true)
      if (answer.code === 'quota') {
        setLeft(0)
        const part = await import('./no-likes-left.ts').catch(() => null)
        if (part) {
          part.sayNoLikesLeft(translator, quota, person)
          return null
        }
      }
      showRefusal(answer)
      return null
    }
    if (isOpen) stand(person.id, after)
    const { like_remain: remain, match, passed, conversationId, openings = [] } = answer.data
    // Other answers omit it, and another like's answer may have arrived meanwhile.
    if (remain !== undefined) setLeft(remain)
    return { match, passed, conversationId, openings, remain }
  }

  const likes: Likes = {
    quota: { ...quota, left },
    undoable: isUndone || !canUndo ? null : lastPassed,
    last: last?.by === 'passed' && (isUndone || !canUndo) ? null : last,
    canUndo: canUndo && !isUndone,
    next,
    relationOf: (id, known) => relationships[id] ?? known,
    async give(person, before) {
      const isHere = rememberPage()
      // Loads the dialog meanwhile, so that a match shows at once.
      if (navigator.onLine) loadMatchDialog().catch(() => {})
      const answered = decide(null)
      const ownId = ownLikeId(person.id)
      showHere(ownId)
      const sent = await press(person, likeActions.like, 'liked', before)
      if (!sent) return void shownHere.delete(ownId)
      if (sent.match && sent.conversationId) {
        stand(person.id, 'matched')
        return celebrate({ ...person, conversationId: sent.conversationId, openings: sent.openings }, isHere)
      }
      const { remain } = sent
      if (hasBar && isHere()) return answered({ person, by: 'liked', left: remain })
      showToast({
        id: `like-${person.id}`,
        title: t('likes.done.liked', { name: person.firstName }),
        type: 'success',
        icon: person.avatar ?? undefined,
        // Shows the number once: in a sentence when few are left.
        ...(remain === undefined
          ? {}
          : remain <= fewLikes
            ? { text: tn('likes.left.said', remain) }
            : { fact: { icon: 'heart', text: format.number(remain) } }),
      })
      if (isHere()) onDecided?.(person, 'liked')
    },
    async takeBack(person, before) {
      decide(null)
      const sent = await press(person, likeActions.withdraw, 'none', before)
      // The pass from before the like counts again, unless another press came meanwhile.
      if (sent?.passed) setRelationships((all) => (all[person.id] === 'none' ? { ...all, [person.id]: 'passed' } : all))
    },
    async pass(person, before) {
      const isHere = rememberPage()
      setLastPassed(person)
      const answered = decide({ person, by: 'passed' })
      const isDone = await press(person, likeActions.pass, 'passed', before, passes)
      if (isDone && isHere()) onDecided?.(person, 'passed')
      // Another person may have been passed on meanwhile.
      if (isDone) return
      setLastPassed((passed) => (passed?.id === person.id ? null : passed))
      answered(null)
    },
    undoLast() {
      if (likes.last?.by === 'liked') void likes.takeBack(likes.last.person, 'liked')
      else if (likes.last) void likes.undo(likes.last.person)
    },
    async undo(person) {
      setLastPassed(null)
      decide(null)
      const isDone = (await press(person, likeActions.undo, 'none', 'passed', passes)) !== null
      if (isDone && !quota.isUnlimited) setUndone(true)
      return isDone
    },
  }

  return (
    <LikesContext value={likes}>
      <LikeNotices canUndo={likes.canUndo} isDaily={!quota.isUnlimited} />
      {children}
      {moment}
    </LikesContext>
  )
}
