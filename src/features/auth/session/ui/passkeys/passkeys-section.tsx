import { useState, type ReactNode } from 'react'
import { maxPasskeys, passkeyActions, providerActions, type PasskeyProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash, usePage } from '#shared/react/page-context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Row, RowList } from '#ui/layout/row-list.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useInBrowser } from '#ui/hooks/use-in-browser.ts'
import styles from './passkeys.module.css'

const knowsPasskeys = () => 'PublicKeyCredential' in window

type PasskeysSectionProps = {
  passkeys: readonly PasskeyProps[]
  /** False: the member has to confirm their identity before they can change anything. */
  isConfirmed: boolean
  /** The form for that. */
  children: ReactNode
}

/** Section of the settings: the passkeys with which the member can sign in. Removing one works without a script, adding does not. */
export function PasskeysSection({ passkeys, isConfirmed, children }: PasskeysSectionProps) {
  const { t } = useI18n()
  const confirmed = useFlash(providerActions.unlink.form)
  const [shown, setShown] = useState(passkeys)
  const canAdd = useInBrowser(knowsPasskeys)
  return (
    <Section title={t('settings.passkeys.title')} text={t('settings.passkeys.text')}>
      {confirmed?.error ? <Notice kind="error">{confirmed.error}</Notice> : null}
      {confirmed?.notice ? <Notice kind="success">{confirmed.notice}</Notice> : null}
      <ActionForm
        action={passkeyActions.remove}
        className={styles.form}
        onDone={({ removed }) => setShown((before) => before.filter(({ id }) => id !== removed))}
      >
        {({ error, notice, pending }) => (
          <>
            {/* The live region exists before its text, so that a screen reader announces it. */}
            <div aria-live="polite">{notice ? <Notice kind="success">{notice}</Notice> : null}</div>
            {error ? <Notice kind="error">{error}</Notice> : null}
            {shown.length === 0 ? (
              <p className={styles.quiet}>{t('settings.passkeys.none')}</p>
            ) : (
              <RowList>
                {shown.map((passkey) => (
                  <Passkey key={passkey.id} passkey={passkey} pending={pending} canRemove={isConfirmed} />
                ))}
              </RowList>
            )}
          </>
        )}
      </ActionForm>
      {isConfirmed ? null : children}
      {isConfirmed && canAdd ? (
        <AddPasskey isFull={shown.length >= maxPasskeys} onAdded={(added) => setShown((before) => [...before, added])} />
      ) : null}
    </Section>
  )
}

type PasskeyRowProps = { passkey: PasskeyProps; pending: boolean; canRemove: boolean }

function Passkey({ passkey: { id, name, createdAt, lastUsedAt }, pending, canRemove }: PasskeyRowProps) {
  const { t, format } = useI18n()
  const { now } = usePage()
  const title = name ?? t('settings.passkeys.unnamed')
  const created = t('settings.passkeys.created', { date: format.date(createdAt) })
  const used =
    lastUsedAt === null ? t('settings.passkeys.unused') : t('settings.passkeys.used', { ago: format.ago(lastUsedAt, now) })
  return (
    <Row title={title} detail={`${created} · ${used}`}>
      {canRemove ? (
        <Button
          kind="quiet"
          name="id"
          value={id}
          pending={pending}
          aria-label={t('settings.passkeys.removeNamed', { passkey: name ?? created })}
        >
          {t('settings.passkeys.remove')}
        </Button>
      ) : null}
    </Row>
  )
}

type AddPasskeyProps = { isFull: boolean; onAdded: (passkey: PasskeyProps) => void }

function AddPasskey({ isFull, onAdded }: AddPasskeyProps) {
  const { t } = useI18n()
  const [pending, setPending] = useState(false)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(null)
  const add = async () => {
    setPending(true)
    setSaid(null)
    const offline = t('common.error.offline')
    try {
      const { makePasskey } = await import('./make-passkey.ts')
      const made = await makePasskey(offline)
      if (made === 'known') setSaid({ kind: 'error', text: t('settings.passkeys.known') })
      else if (made?.kind === 'refused') setSaid({ kind: 'error', text: made.message })
      else if (made) {
        onAdded(made.data.passkey)
        setSaid({ kind: 'success', text: made.data.notice ?? '' })
      }
    } catch {
      setSaid({ kind: 'error', text: offline }) // its code could not be loaded
    }
    setPending(false)
  }
  return (
    <div className={styles.add}>
      <div aria-live="polite">{said ? <Notice kind={said.kind}>{said.text}</Notice> : null}</div>
      {isFull ? (
        <p className={styles.quiet}>{t('common.error.passkeys-full')}</p>
      ) : (
        <Button type="button" kind="secondary" icon="plus" pending={pending} onClick={() => void add()}>
          {t('settings.passkeys.add')}
        </Button>
      )}
    </div>
  )
}
