import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type RefObject } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { parseDrafts, readDraft, storedDrafts, writeDraft } from '#ui/forms/draft-store.ts'

type Options = {
  area: RefObject<HTMLTextAreaElement | null>
  conversation: string
  /** False while the field contains something else, such as a sent message that is being edited. */
  isActive?: boolean
  /** Puts a text into the field and measures it. */
  show: (text: string) => void
}

/** The draft of one conversation. */
export type KeptDraft = {
  read(): string
  /** Makes this text the draft at once; '' forgets it, for a message that goes to the server with the form. */
  keep(text: string): void
}

const settleMs = 300

/** Dispatched in this window; the browser's other windows get its storage event. */
const changed = 'draft'

function keepDraft(member: string, conversation: string, text: string): void {
  writeDraft(member, conversation, text)
  dispatchEvent(new Event(changed))
}

/** Returns this browser's drafts by conversation; none before hydration. */
export function useDrafts(): ReadonlyMap<string, string> {
  const member = usePage().viewer?.id ?? ''
  const stored = useSyncExternalStore(
    onDrafts,
    () => storedDrafts(member),
    () => null,
  )
  return new Map(parseDrafts(stored))
}

function onDrafts(listener: () => void): () => void {
  for (const event of [changed, 'storage']) addEventListener(event, listener)
  return () => {
    for (const event of [changed, 'storage']) removeEventListener(event, listener)
  }
}

/**
 * Keeps the composer's text over reloads. The draft is put in after hydration, and only into an empty field: earlier typing,
 * or the text of a refused form, is newer.
 */
export function useDraft({ area, conversation, isActive = true, show }: Options): KeptDraft {
  const member = usePage().viewer?.id ?? ''
  const restore = useEffectEvent(show)
  const mayKeep = useEffectEvent(() => isActive)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const field = area.current
    if (!field) return
    const save = () => {
      if (timer.current === undefined || !mayKeep()) return
      clearTimeout(timer.current)
      timer.current = undefined
      keepDraft(member, conversation, field.value)
    }
    const saveSoon = () => {
      if (!mayKeep()) return
      clearTimeout(timer.current)
      timer.current = setTimeout(save, settleMs)
    }
    if (field.value !== '') saveSoon()
    const text = field.value || readDraft(member, conversation)
    if (text !== '') restore(text)
    field.addEventListener('input', saveSoon)
    window.addEventListener('pagehide', save)
    return () => {
      save()
      field.removeEventListener('input', saveSoon)
      window.removeEventListener('pagehide', save)
    }
  }, [area, member, conversation])
  return {
    read: () => readDraft(member, conversation),
    keep(text) {
      // A save that waits would bring back what was there before, as the page is left.
      clearTimeout(timer.current)
      timer.current = undefined
      keepDraft(member, conversation, text)
    },
  }
}
