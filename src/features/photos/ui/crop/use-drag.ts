import { useEffect, useEffectEvent, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { orderAfter, placedAt } from '#features/photos/rules.ts'
import type { HandleEvents } from '../photo-tile.tsx'
import type { usePhotos } from '../use-photos.ts'

const steps: Readonly<Record<string, 'earlier' | 'later' | 'first'>> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'first',
}

/** Reorders by a handle: dragged by pointer, or moved by its keys. `focus`: the element to focus after the next render. */
export function useDrag(editor: ReturnType<typeof usePhotos>, focus: RefObject<HTMLElement | null>) {
  const { t } = useI18n()
  const [dragged, setDragged] = useState<string | null>(null)
  const ids = editor.photos.map((photo) => photo.id)

  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-photo]')
    const slot = ids.indexOf(under?.dataset['photo'] ?? '')
    if (dragged !== null && slot !== -1 && ids[slot] !== dragged) editor.hold(placedAt(ids, dragged, slot))
  })
  const drop = useEffectEvent(() => {
    setDragged(null)
    editor.drop()
  })

  // Listens on the window: the dragged tile moves within the list, and an element that moves loses its pointer.
  useEffect(() => {
    if (dragged === null) return
    const listening = new AbortController()
    window.addEventListener('pointermove', move, listening)
    window.addEventListener('pointerup', drop, listening)
    window.addEventListener('pointercancel', drop, listening)
    return () => listening.abort()
  }, [dragged])

  const handleOf = (photoId: string): HandleEvents => ({
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button === 0) setDragged(photoId)
    },
    onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
      const step = steps[event.key]
      if (!step) return
      event.preventDefault()
      const order = orderAfter(ids, photoId, step)
      focus.current = event.currentTarget
      editor.order(order)
      editor.say({ kind: 'done', text: t('photos.move.now', { number: order.indexOf(photoId) + 1, count: order.length }) })
    },
  })
  return { dragged, handleOf }
}
