import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { likeActions, tieLineLength, type TieOffer } from '#features/likes/contract.ts'
import { sentencesOf } from '#shared/text/sentences.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { TiedThing } from '#ui/identity/tied-thing.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useLikes, type Person } from '../provider/likes-context.ts'
import { loadAskKindly } from '#ui/kinder/lazy.ts'
import { findThing, type NamedThing, type ShownProfile } from './named-thing.ts'
import styles from './tie-dialog.module.css'

const id = 'tie'

type TieDialogProps = ShownProfile & {
  person: Person
  /** The thing, as a heart or the URL names it. */
  name: string
  onClose: () => void
}

/**
 * Likes a person with a thing of their profile: 'Like' comes first, and a line can go with it. In a page without a script, the form is open
 * from the start; a script shows it as a modal sheet.
 */
export function TieDialog(props: TieDialogProps) {
  const isScripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const thing = findThing(props.name, props)
  return thing && <Sheet key={String(isScripted)} {...props} thing={thing} open={isScripted || undefined} />
}

const never = () => () => {}

function Sheet({
  person,
  name,
  offer: { requests },
  thing: found,
  open,
  onClose,
}: TieDialogProps & { thing: NamedThing; open: true | undefined }) {
  const { t, locale } = useI18n()
  const likes = useLikes()
  // A page that is read again has other names for the sentences, which would undo the choice of one.
  const [thing] = useState(found)
  const [question, show] = useState<ReactNode>(null)
  // Runs after the dialog's own effect, which has opened it. On a phone, a button raises no keyboard.
  useEffect(() => {
    if (open) document.getElementById(id)?.querySelector<HTMLElement>('form button')?.focus()
  }, [open])
  const findField = () => document.getElementById(id)?.querySelector('textarea')
  const maySend = async (text: string) => {
    const part = await loadAskKindly().catch(() => null) // offline: sending says so
    return part === null || part.askKindly(text, [locale.code, ...person.languages], show)
  }
  const prepare = async () => {
    const line = findField()?.value ?? ''
    const sends = line.trim() === '' || (await maySend(line))
    if (sends) likes.announceHere(person)
    else findField()?.focus()
    return sends
  }
  const close = () => {
    onClose()
    // The name may come from the URL, so it may contain anything.
    document.querySelector<HTMLElement>(`[data-tie="${CSS.escape(name)}"][href*="${CSS.escape(person.id)}"]`)?.focus()
  }
  return (
    <>
      <Dialog
        id={id}
        title={t(`likes.tie.title.${thing.kind}`, { name: person.firstName })}
        closeLabel={t('common.form.close')}
        sheet
        open={open}
        onClose={close}
        shown={open === undefined}
      >
        <ActionForm
          action={likeActions.like}
          onDone={(answer) => {
            onClose()
            void likes.given(person, answer)
          }}
          prepare={prepare}
          className={styles.form}
        >
          {(view) => (
            <>
              <input type="hidden" name="id" value={person.id} />
              <input type="hidden" name="tieKind" value={thing.kind} />
              {likes.next === undefined ? null : <input type="hidden" name="next" value={likes.next} />}
              <TieFields {...{ thing, requests, view }} onInput={() => void maySend('')} />
            </>
          )}
        </ActionForm>
      </Dialog>
      {question}
    </>
  )
}

/** Names of a sentence differ from page to page after its position. */
const positionOf = (ref: string) => ref.split('.')[0]

type TieFieldsProps = { thing: NamedThing; requests: TieOffer['requests']; view: FormView; onInput: () => void }

function TieFields({ thing, requests, view, onInput }: TieFieldsProps) {
  const { t, tn, format } = useI18n()
  const { values, fields, error, pending } = view
  const sentences = thing.kind === 'about' ? sentencesOf(thing.text ?? '') : []
  const typed = values['line']
  const { tieRef } = values
  const position = typeof tieRef === 'string' ? positionOf(tieRef) : null
  const chosen = thing.refs.find((ref) => positionOf(ref) === position) ?? thing.refs[0]
  return (
    <>
      {sentences.length > 1 ? (
        <ChoiceGroup
          legend={t('likes.tie.choose')}
          name="tieRef"
          defaultValue={chosen}
          options={sentences.map((label, index) => ({ value: thing.refs[index] ?? '', label }))}
        />
      ) : (
        <>
          <input type="hidden" name="tieRef" value={chosen} />
          <TiedThing tie={thing} removed={t('likes.tie.removed')} />
        </>
      )}
      {error && !fields['line'] ? <Notice kind="error">{error}</Notice> : null}
      <Button icon="heart" size="l" wide pending={pending} className={styles.wordless}>
        {t('likes.like')}
      </Button>
      {requests.left === 0 ? (
        <p className={styles.note}>
          {tn('profile.request.none', requests.limit, { time: format.timeIn(requests.resetsAt, requests.timeZone) })}
        </p>
      ) : (
        <div className={styles.line}>
          <TextAreaField
            name="line"
            label={t('likes.tie.line')}
            maxLength={tieLineLength}
            rows={2}
            placeholder={t('likes.tie.example')}
            defaultValue={typeof typed === 'string' ? typed : undefined}
            error={fields['line']}
            onInput={onInput}
          />
          <div className={styles.send}>
            <Button icon="send" size="l" wide pending={pending}>
              {t('likes.tie.send')}
            </Button>
            <p className={styles.note}>{tn('profile.request.left', requests.left)}</p>
          </div>
        </div>
      )}
    </>
  )
}
