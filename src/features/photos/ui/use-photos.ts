import { useRef, useState } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { sendAction, type ActionAnswer, type ActionBody } from '#ui/forms/send-action.ts'
import { photoActions, type OwnPhotos, type OwnPhotoView } from '#features/photos/contract.ts'

/** The last result: read out, and shown if it is a refusal. */
export type Said = { kind: 'done' | 'refused'; text: string } | null

const idsOf = (photos: readonly OwnPhotoView[]) => photos.map((photo) => photo.id)

/** The member's photos as shown: changed at once, and corrected by every response. */
export function usePhotos(initial: OwnPhotoView[], onPhotos?: (photos: OwnPhotoView[]) => void) {
  const { t } = useI18n()
  const [photos, setPhotos] = useState(initial)
  const [said, setSaid] = useState<Said>(null)
  /** The server's order and the wanted one: orders are sent one after another. */
  const known = useRef(idsOf(initial))
  const wanted = useRef<string[] | null>(null)
  const isSending = useRef(false)
  /** The order while dragging: no response replaces it, and it is set before the render. */
  const held = useRef<readonly string[] | null>(null)

  const take = (list: OwnPhotoView[]) => {
    known.current = idsOf(list)
    setPhotos(held.current ? inOrder(list, held.current) : list)
    onPhotos?.(list)
  }

  const takeAnswer = async (answer: ActionAnswer<OwnPhotos>) => {
    if (answer.kind === 'done') {
      take(answer.data.photos)
      if (answer.notice) setSaid({ kind: 'done', text: answer.notice })
      return
    }
    setSaid({ kind: 'refused', text: answer.message })
    const list = await fetchPhotos()
    if (list) take(list)
  }

  const run = async (action: Action<OwnPhotos>, body: ActionBody) =>
    takeAnswer(await sendAction(action, body, t('common.error.offline')))

  const sendOrder = async () => {
    if (isSending.current) return
    isSending.current = true
    while (wanted.current) {
      const ids = wanted.current
      wanted.current = null
      const answer = await sendAction(photoActions.order, { ids, was: known.current }, t('common.error.offline'))
      // A newer order is already shown: the response to an older one must not undo it.
      if (answer.kind === 'done' && wanted.current) known.current = ids
      else await takeAnswer(answer)
      if (answer.kind === 'refused') wanted.current = null
    }
    isSending.current = false
  }

  const show = (ids: readonly string[]) => setPhotos((list) => inOrder(list, ids))

  /** Shows and sends an order. */
  const order = (ids: string[]) => {
    show(ids)
    // While an order is being sent, even the last known order has to be sent again.
    if (!isSending.current && ids.join() === known.current.join()) return
    wanted.current = ids
    void sendOrder()
  }

  return {
    photos,
    said,
    say: setSaid,
    take,
    run,
    order,
    /** Shows an order without sending it, during a drag. */
    hold(ids: readonly string[]) {
      held.current = ids
      show(ids)
    },
    /** Sends the dragged order, with photos that arrived meanwhile and without those removed. */
    drop() {
      const ids = held.current
      held.current = null
      const has = known.current
      if (ids) order([...ids.filter((id) => has.includes(id)), ...has.filter((id) => !ids.includes(id))])
    },
  }
}

/** Photos missing from the order come last. */
function inOrder(list: readonly OwnPhotoView[], ids: readonly string[]): OwnPhotoView[] {
  const positionOf = ({ id }: OwnPhotoView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...list].sort((one, other) => positionOf(one) - positionOf(other))
}

/** The server's list, or null if it could not be fetched. */
async function fetchPhotos(): Promise<OwnPhotoView[] | null> {
  try {
    const response = await fetch(photoActions.list.path, { headers: { Accept: 'application/json' } })
    if (!response.ok) return null
    const { photos }: OwnPhotos = await response.json()
    return photos
  } catch {
    return null // offline: the refusal has been shown
  }
}
