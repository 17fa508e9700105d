import { useEffect, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { photoLimits, type OwnPhotoView } from '#features/photos/contract.ts'
import { useDrag } from './crop/use-drag.ts'
import { isRefusedForGood } from './upload-list.ts'
import { usePhotos } from './use-photos.ts'
import { discardRefused, useUploads } from './use-uploads.ts'

type PhotoSlotsInput = {
  photos: OwnPhotoView[]
  /** True if nothing can be added now. */
  isClosed: boolean
  /** Called with every list that the server sent. */
  onPhotos: ((photos: OwnPhotoView[]) => void) | undefined
}

/** The member's photos with the uploads beside them, the files still to be cropped, and where the focus goes after a change. */
export function usePhotoSlots({ photos: initial, isClosed, onPhotos }: PhotoSlotsInput) {
  const { t } = useI18n()
  const editor = usePhotos(initial, onPhotos)
  const { photos, said } = editor
  /** Chosen files still to be cropped; the first one is on screen. */
  const [chosen, setChosen] = useState<File[]>([])
  const focus = useRef<HTMLElement | null>(null)
  const box = useRestoredFocus<HTMLDivElement>()
  const { uploads, add } = useUploads((list, notice) => {
    editor.take(list)
    editor.say({ kind: 'done', text: notice })
  })
  const { dragged, handleOf } = useDrag(editor, focus)

  // An element that was moved within its list has lost the focus.
  useEffect(() => {
    if (focus.current?.isConnected) focus.current.focus()
    focus.current = null
  })

  const free = isClosed ? 0 : photoLimits.most - photos.length - uploads.length
  const next = () => setChosen((files) => files.slice(1))
  return {
    box,
    photos,
    said,
    uploads,
    free,
    dragged,
    handleOf,
    chosen,
    run: editor.run,
    /** Moves the focus to this element after the next render. */
    focusNext(element: HTMLElement | null) {
      focus.current = element
    },
    choose(files: File[]) {
      const room = free + uploads.filter(isRefusedForGood).length
      discardRefused()
      editor.say(files.length > room ? { kind: 'refused', text: t('photos.add.full') } : null)
      setChosen(files.slice(0, room))
    },
    /** Uploads the part that was cut from the file on screen. */
    use(photo: Blob) {
      next()
      add(photo)
    },
    skip: next,
  }
}
