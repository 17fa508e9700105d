import { likeActions } from '#features/likes/contract.ts'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { deckQuery } from './filters/deck-query.ts'

/* By the HTML standard, a module that failed to load stays failed for the document's lifetime, so none is requested offline. */

/** Keys for the cards of a list, loaded at the first focus, and swipes on phones. Both press the card's own buttons. */
export function useCardGestures(undo: () => void): RefObject<HTMLDivElement | null> {
  const deck = useRef<HTMLDivElement>(null)
  const onUndo = useEffectEvent(undo)
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    const listen = async () => {
      if (!navigator.onLine) return
      deck.current?.removeEventListener('focusin', listen)
      const part = await import('./card-keys.ts').catch(() => null)
      if (!signal.aborted)
        deck.current?.addEventListener('keydown', (event) => part?.pressCardKey(event, () => onUndo()), { signal })
    }
    deck.current?.addEventListener('focusin', listen, { signal })
    deck.current?.addEventListener('pointerdown', onFinger, { signal })
    return () => leave.abort()
  }, [])
  return deck
}

/** Loads the swipe's code at the first touch. */
async function onFinger({ pointerType, pointerId, clientX, timeStamp, target }: PointerEvent) {
  if (!navigator.onLine || pointerType === 'mouse' || !(target instanceof Element) || !matchMedia(deckQuery).matches) return
  const card = target.closest('li')
  if (!card || target.closest('[popover]')) return
  // Without it, the buttons still work.
  const part = await import('./follow-swipe.ts').catch(() => null)
  part?.followSwipe({ pointerId, x: clientX, at: timeStamp }, card, (way) => {
    const action = way === 'like' ? likeActions.like.path : likeActions.pass.path
    card.querySelector<HTMLFormElement>(`form[action="${action}"]`)?.requestSubmit()
  })
}
