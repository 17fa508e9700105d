import { createContext, use, useState, type ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { apiPaths } from '#shared/api-paths.ts'
import { routes } from '#shared/routes.ts'
import { createPresses } from '#ui/presses.ts'
import { sendInOrder } from '#ui/send-in-order.ts'
import { showToast } from '#ui/toaster.tsx'
import { fewLikes, type LikesLeftView, type MatchView, type Standing } from '#features/likes/contract.ts'
import { LikeNotices } from './like-notices.tsx'

/** Whom a button is about. `avatar`: address of the portrait. */
export type Person = { id: string; firstName: string; avatar: string | null }

type Likes = {
  quota: LikesLeftView
  /** Whom the day's undo would bring back: the last one passed on here, while it is unspent. */
  undoable: Person | null
  /** The day's undo is unspent, as far as this page knows. */
  canUndo: boolean
  /** Standing after what was pressed on this page, else the one the server knew. */
  standingOf: (id: string, known: Standing) => Standing
  give: (person: Person, before: Standing) => Promise<void>
  takeBack: (person: Person, before: Standing) => Promise<void>
  pass: (person: Person, before: Standing) => Promise<void>
  /** Whether it went well. */
  undo: (person: Person) => Promise<boolean>
  /** Where a plain form leads after a like or a pass; back to its own page without it. */
  next: string | undefined
}

const loadMatchDialog = () => import('./match-dialog.tsx')

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
  /** A person was liked without a match, or passed on, and the server has said so. */
  onDecided?: (person: Person, by: 'liked' | 'passed') => void
}

/**
 * State of all like and pass buttons of one page: how many likes are left, who was liked or passed since the page came,
 * and the match of the moment. Every press shows at once and goes back when the server refuses it. Without a script the
 * same buttons are plain forms, and what they did stands in the notice at the top.
 */
export function LikesProvider({ quota, canUndo = true, children, next, onDecided }: LikesProviderProps) {
  const translator = useI18n()
  const { t, tn, format } = translator
  const href = useHref()
  const [source, setSource] = useState(quota)
  const [left, setLeft] = useState(quota.left)
  const [standings, setStandings] = useState<Record<string, Standing>>({})
  const [lastPassed, setLastPassed] = useState<Person | null>(null)
  const [isUndone, setUndone] = useState(false)
  const [moment, setMoment] = useState<ReactNode>(null)
  const [pressOn] = useState(() => createPresses<Standing>())
  if (source !== quota) {
    // A client navigation brought newer facts than the presses on the page before.
    setSource(quota)
    setLeft(quota.left)
    setStandings({})
    setLastPassed(null)
    setUndone(false)
  }

  const stand = (id: string, standing: Standing) => setStandings((all) => ({ ...all, [id]: standing }))

  /** The match moment comes with the match: few visits see one. */
  async function celebrate(match: MatchView) {
    try {
      const { MatchDialog } = await loadMatchDialog()
      setMoment(<MatchDialog match={match} onClose={() => setMoment(null)} />)
    } catch {
      // Its code did not come: the same moment stands on a page of its own.
      location.assign(href(routes.likes, {}, { query: { tab: 'matches', match: match.id } }))
    }
  }

  /** Shows the press at once; what the server refuses goes back, with its reason in a toast. */
  async function press(person: Person, path: string, after: Standing, before: Standing) {
    const answer = await pressOn(person.id, {
      before,
      after,
      show: (standing) => stand(person.id, standing),
      send: () => sendInOrder(person.id, path, { id: person.id }, t('common.error.offline')),
      confirmed: ({ match, passed }) => (match === true ? 'matched' : passed === true ? 'passed' : after),
    })
    if (answer.kind === 'refused') {
      if (answer.code === 'undo-used') setUndone(true)
      if (answer.code === 'quota') setLeft(0)
      // What is used up for today is no alarm.
      const isCalm = answer.code === 'undo-used' || answer.code === 'quota'
      showToast({ title: answer.message, type: isCalm ? 'default' : 'error' })
      return null
    }
    const { like_remain: remain, match, passed, conversationId, openings } = answer.data
    if (typeof remain === 'number') setLeft(remain)
    return {
      match: match === true,
      passed: passed === true,
      conversationId: typeof conversationId === 'string' ? conversationId : null,
      openings: Array.isArray(openings) ? openings.filter((text) => typeof text === 'string') : [],
      remain: typeof remain === 'number' ? remain : left,
    }
  }

  const likes: Likes = {
    quota: { ...quota, left },
    undoable: isUndone || !canUndo ? null : lastPassed,
    canUndo: canUndo && !isUndone,
    next,
    standingOf: (id, known) => standings[id] ?? known,
    async give(person, before) {
      if (left === 0 && Date.now() < quota.resetsAt) {
        const part = await import('./no-likes-left.ts').catch(() => null)
        // Without it the server says so.
        if (part) return part.sayNoLikesLeft(translator, quota, person)
      }
      // Meanwhile the moment comes that a match shows at once.
      loadMatchDialog().catch(() => {})
      const sent = await press(person, apiPaths.like, 'liked', before)
      if (!sent) return
      if (sent.match && sent.conversationId) {
        stand(person.id, 'matched')
        return celebrate({ ...person, conversationId: sent.conversationId, openings: sent.openings })
      }
      const { remain } = sent
      showToast({
        id: `like-${person.id}`,
        title: t('likes.done.liked', { name: person.firstName }),
        type: 'success',
        icon: person.avatar ?? undefined,
        // The number once: in a sentence when it matters.
        ...(remain <= fewLikes
          ? { text: tn('likes.left.said', remain) }
          : { fact: { icon: 'heart', text: format.number(remain) } }),
      })
      onDecided?.(person, 'liked')
    },
    async takeBack(person, before) {
      const sent = await press(person, apiPaths.withdrawLike, 'none', before)
      // The pass from before the like counts again, unless something else was pressed meanwhile.
      if (sent?.passed) setStandings((all) => (all[person.id] === 'none' ? { ...all, [person.id]: 'passed' } : all))
    },
    async pass(person, before) {
      setLastPassed(person)
      if (await press(person, apiPaths.pass, 'passed', before)) onDecided?.(person, 'passed')
      // Somebody else may have been passed on meanwhile.
      else setLastPassed((last) => (last?.id === person.id ? null : last))
    },
    async undo(person) {
      setLastPassed(null)
      const isDone = (await press(person, apiPaths.undoPass, 'none', 'passed')) !== null
      if (isDone) setUndone(true)
      return isDone
    },
  }

  return (
    <LikesContext value={likes}>
      <LikeNotices canUndo={likes.canUndo} />
      {children}
      {moment}
    </LikesContext>
  )
}
