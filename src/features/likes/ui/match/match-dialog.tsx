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
  const { viewer } = usePage()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [cid] = useState(() => newId())
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
    heading.current?.focus()
    noteMatch()
  }, [])
  // An unfinished message becomes the conversation's draft.
  const close = () => {
    const text = area.current?.value ?? ''
    if (viewer && text.trim() !== '') writeDraft(viewer.id, match.conversationId, text)
    onClose()
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={close}>
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
