import { createStore, type StoreApi } from 'zustand/vanilla'
import { limits, type WireMessage } from '#shared/realtime/wire.ts'

/** A photo that waits in the composer. `address`: a blob URL, valid in this document; dimensions in px. */
export type ChosenPhoto = { blob: Blob; address: string; width: number; height: number }

/** The composer's state besides its text: at most one message is being answered or edited. */
export type WritingState = {
  answered: WireMessage | null
  edited: WireMessage | null
  photo: ChosenPhoto | null
}

export type Writing = StoreApi<WritingState> & {
  answer(message: WireMessage): void
  edit(message: WireMessage): void
  attach(photo: ChosenPhoto | null): void
  /** Removes the newest of these, as Escape does; false if there was none. */
  stepBack(): boolean
  /** Called after sending. */
  clear(): void
  keepPhoto(cid: string, photo: ChosenPhoto): void
  /** Returns the photo of a message sent from this document, so that it need not be fetched again. */
  photoOf(cid: string): ChosenPhoto | null
}

const nothing: WritingState = { answered: null, edited: null, photo: null }

export function createWritingState(answered: WireMessage | null = null): Writing {
  const store = createStore<WritingState>(() => ({ ...nothing, answered }))
  const sent = new Map<string, ChosenPhoto>()
  return {
    ...store,
    answer: (message) => store.setState({ answered: message, edited: null }),
    edit: (message) => store.setState({ edited: message, answered: null }),
    attach: (photo) => store.setState({ photo, edited: null }),
    stepBack() {
      const { answered, edited, photo } = store.getState()
      if (edited) store.setState({ edited: null })
      else if (answered) store.setState({ answered: null })
      else if (photo) store.setState({ photo: null })
      else return false
      return true
    },
    clear: () => store.setState(nothing),
    keepPhoto: (cid, photo) => void sent.set(cid, photo),
    photoOf: (cid) => sent.get(cid) ?? null,
  }
}

/** Returns whether the viewer may still edit a message: their own words, for 15 minutes by the server's clock. */
export function isEditable({ from, deleted, gift, sentAt }: WireMessage, viewerId: string, now: number): boolean {
  return from === viewerId && !deleted && !gift && now - sentAt <= limits.editMs
}
