import { useState } from 'react'
import { likeActions, type LikeAnswer, type LikesLeftView, type Relationship } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { showRefusal } from '#ui/feedback/toasts.ts'
import { createOptimisticUpdates } from '#ui/forms/optimistic-updates.ts'
import type { ActionAnswer } from '#ui/forms/send-action.ts'
import { sendInOrder } from '#ui/forms/send-in-order.ts'
import type { Person } from './likes-context.ts'
import type { Decisions } from './use-decisions.ts'

/** Fields of the answers to all presses. */
type PressAnswer = Partial<Omit<LikeAnswer, 'liked'>> & { liked?: boolean; passed?: boolean; undone?: string }

type Press = { action: Action<PressAnswer>; after: Relationship; before: Relationship }

/** The server finds the last pass by order, so passes and their undo are sent one after another, whoever they are about. */
const inOrder: readonly string[] = [likeActions.pass.path, likeActions.undo.path]

/**
 * Returns a function that sends a press. It shows at once, or with the response if the outcome is uncertain. A refused press is
 * rolled back, with its reason in a toast, and resolves to null.
 */
export function usePress(quota: LikesLeftView, { left, setLeft, stand, setUndone }: Decisions) {
  const translator = useI18n()
  const [pressOn] = useState(() => createOptimisticUpdates<Relationship>())

  const refuse = async (answer: Extract<ActionAnswer, { kind: 'refused' }>, person: Person): Promise<void> => {
    if (answer.code === 'undo-used') setUndone(true)
    if (answer.code === 'quota') {
      setLeft(0)
      const part = await import('../no-likes-left.ts').catch(() => null)
      if (part) return part.sayNoLikesLeft(translator, quota, person)
    }
    showRefusal(answer)
  }
  return async (person: Person, { action, after, before }: Press) => {
    // At zero left, a like that was withdrawn on the same day may be given again; only the server knows.
    const isOpen = action.path === likeActions.like.path && left === 0 && !quota.isUnlimited
    const subjects = inOrder.includes(action.path) ? [person.id, 'passes'] : [person.id]
    const answer = await pressOn(person.id, {
      before,
      after,
      show: (relationship) => isOpen || stand(person.id, relationship),
      send: () => sendInOrder(subjects, action, { id: person.id }, translator.t('common.error.offline')),
      confirmed: ({ match, passed }) => (match ? 'matched' : passed ? 'passed' : after),
    })
    if (answer.kind === 'refused') {
      await refuse(answer, person)
      return null
    }
    if (isOpen) stand(person.id, after)
    const { like_remain: remain, match, passed, conversationId, openings, ties, line } = answer.data
    // Other responses omit it, and another like's response may have arrived meanwhile.
    if (remain !== undefined) setLeft(remain)
    return { match, passed, conversationId, openings, ties, line, remain }
  }
}
