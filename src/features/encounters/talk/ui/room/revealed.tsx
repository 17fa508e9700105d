import { useEffect, type RefObject } from 'react'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { readDraft, writeDraft } from '#ui/forms/draft-store.ts'
import { Portrait } from '#ui/identity/portrait.tsx'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import styles from './revealed.module.css'
import { initialOf } from '#shared/text/cut.ts'

type RevealedProps = {
  conversation: string
  partner: { firstName: string; avatar: string | null }
  /** `own` and `portrait`: alternative texts of the two pictures. */
  texts: Record<'title' | 'text' | 'open' | 'own' | 'portrait', string>
  back: { href: string; label: string }
  /** Text written in the talk and not sent. */
  unsentRef: RefObject<string>
}

/** Both have said yes: who it was, and the link to their conversation. */
export function Revealed({ conversation, partner: { firstName, avatar }, texts, back, unsentRef }: RevealedProps) {
  const href = useHref()
  const { viewer } = usePage()
  const own = viewer?.firstName ?? ''
  const member = viewer?.id ?? ''
  useEffect(() => {
    // The new conversation keeps the unsent text. After any other end, it is lost with the page.
    const text = unsentRef.current
    unsentRef.current = ''
    if (text.trim() !== '' && readDraft(member, conversation) === '') writeDraft(member, conversation, text)
  }, [unsentRef, member, conversation])
  return (
    <div className={styles.revealed}>
      <div className={styles.picture}>
        <ThreadMatch
          left={
            <Portrait
              shape="square"
              src={viewer?.avatar ?? undefined}
              alt={texts.own}
              initial={initialOf(own)}
              tint={1}
              priority
            />
          }
          right={
            <Portrait
              shape="square"
              src={avatar ?? undefined}
              alt={texts.portrait}
              initial={initialOf(firstName)}
              tint={4}
              priority
            />
          }
        />
      </div>
      <div>
        <h1>{texts.title}</h1>
        <p>{texts.text}</p>
      </div>
      <ButtonLink size="l" icon="message-circle" href={href(routes.messages, {}, { query: { chat: conversation } })}>
        {texts.open}
      </ButtonLink>
      <a href={back.href}>{back.label}</a>
    </div>
  )
}
