import { useEffect, useSyncExternalStore, type RefObject } from 'react'
import type { Revealing } from '#features/encounters/talk/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { readDraft, writeDraft } from '#ui/forms/draft-store.ts'
import { useFocusIfLost } from '#ui/hooks/use-focus-if-lost.ts'
import { Portrait } from '#ui/identity/portrait.tsx'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import { initialOf } from '#shared/text/cut.ts'
import styles from './revealed.module.css'
import { ShareDrawings } from './share-drawings.tsx'
import { TurningFace, useTurn } from './turning-face.tsx'

type RevealedProps = Revealing & {
  /** `own` and `portrait`: alternative texts of the two pictures. */
  texts: Record<'title' | 'text' | 'open' | 'own' | 'portrait', string>
  back: { href: string; label: string }
  /** Text written in the talk and not sent. */
  unsentRef: RefObject<string>
}

/** Both have said yes: who it was, and the link to their conversation. */
export function Revealed({ conversation, partner: { firstName, avatar }, seeds, opener, texts, back, unsentRef }: RevealedProps) {
  const { t } = useI18n()
  const href = useHref()
  const { viewer } = usePage()
  const own = viewer?.firstName ?? ''
  const member = viewer?.id ?? ''
  const heading = useFocusIfLost<HTMLHeadingElement>()
  const [picture, isTurned] = useTurn<HTMLDivElement>()
  useEffect(() => {
    // The new conversation keeps the unsent text. After any other end, it is lost with the page.
    const text = unsentRef.current
    unsentRef.current = ''
    if (text.trim() !== '' && readDraft(member, conversation) === '') writeDraft(member, conversation, text)
  }, [unsentRef, member, conversation])
  // After the effect above, so that it reads what that has written.
  const hasDraft = useSyncExternalStore(
    onStorage,
    () => readDraft(member, conversation) !== '',
    () => false,
  )
  return (
    <div className={styles.revealed}>
      <output className="visually-hidden">{isTurned ? texts.title : null}</output>
      <div className={styles.picture} ref={picture}>
        <ThreadMatch
          left={
            <TurningFace seed={seeds.own} isTurned={isTurned}>
              <Portrait
                shape="square"
                src={viewer?.avatar ?? undefined}
                alt={texts.own}
                initial={initialOf(own)}
                tint={1}
                priority
              />
            </TurningFace>
          }
          right={
            <TurningFace seed={seeds.partner} isTurned={isTurned}>
              <Portrait
                shape="square"
                src={avatar ?? undefined}
                alt={texts.portrait}
                initial={initialOf(firstName)}
                tint={4}
                priority
              />
            </TurningFace>
          }
        />
      </div>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        <p>{texts.text}</p>
      </div>
      <ButtonLink size="l" icon="message-circle" href={href(routes.messages, {}, { query: { chat: conversation } })}>
        {texts.open}
      </ButtonLink>
      {opener ? (
        // It would take the place of the draft.
        <p className={`${styles.opener} ${hasDraft ? styles.unneeded : ''}`}>
          <span>{t('encounters.opener')}</span>
          <a href={href(routes.messages, {}, { query: { chat: conversation, say: opener.say } })}>{opener.text}</a>
        </p>
      ) : null}
      <ShareDrawings seeds={seeds} />
      <a href={back.href}>{back.label}</a>
    </div>
  )
}

function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
