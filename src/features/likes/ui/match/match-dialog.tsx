import { newId } from '#ui/browser/new-id.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { writeDraft } from '#ui/forms/draft-store.ts'
import { noteMatch } from '#ui/install/visits.ts'
import type { MatchView } from '#features/likes/contract.ts'
import { MatchWords } from './match-words.tsx'
import styles from './match-dialog.module.css'

/** The new match, covering the whole window, on the page where the like was given. */
export function MatchDialog({ match, onClose }: { match: MatchView; onClose: () => void }) {
  const { t } = useI18n()
  const member = usePage().viewer?.id
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  /** The text that was sent last; after a refusal it still stands in the field. */
  const sent = useRef<string>(null)
  const [cid] = useState(() => newId())
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
    heading.current?.focus()
    noteMatch()
  }, [])
  const { conversationId } = match
  useEffect(() => {
    const field = area.current
    // The browser's Back removes the dialog without closing it; so does the conversation, to which a sent text leads.
    return () => {
      const isSent = field?.value === sent.current && !field?.hasAttribute('aria-invalid')
      if (!isSent) keepDraft(member, conversationId, field?.value)
    }
  }, [member, conversationId])
  const close = () => {
    keepDraft(member, conversationId, area.current?.value)
    onClose()
  }
  const noteSent = () => {
    sent.current = area.current?.value ?? null
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={close} onSubmit={noteSent}>
      <MatchWords
        {...{ match, cid, titleId, heading, area }}
        later={
          <Button kind="quiet" type="button" wide onClick={() => dialog.current?.close()}>
            {t('likes.match.later')}
          </Button>
        }
      />
    </dialog>
  )
}

/** An unfinished message becomes the conversation's draft. */
function keepDraft(member: string | undefined, conversation: string, text = ''): void {
  if (member && text.trim() !== '') writeDraft(member, conversation, text)
}
