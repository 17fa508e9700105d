import { useState, type Ref } from 'react'
import {
  answerRows,
  profileActions,
  sections,
  type EditRow,
  type ProfileField,
  type ProfileSettingsProps,
  type SavedProfile,
} from '#features/profile/contract.ts'
import { AnswerEditor as PromptAnswerEditor } from '#features/profile/ui/prompts/answer-editor.tsx'
import { answerIndex, isAnswerRow } from '#features/profile/ui/edit/edit-rows.ts'
import { AnswerList } from '#features/profile/ui/prompts/answer-list.tsx'
import { AnswerFields } from '#features/profile/ui/edit/answer-fields.tsx'
import { BasicsFields } from '#features/profile/ui/edit/basics-fields.tsx'
import { dropDrafts, keepDraft, readDrafts } from '#features/profile/ui/edit/drafts.ts'
import { InterestsField } from '#features/profile/ui/edit/interests-field.tsx'
import { PauseSection } from '#features/profile/ui/pause-section.tsx'
import { Refusal } from '#features/profile/ui/edit/refusal.tsx'
import { SectionForm } from '#features/profile/ui/edit/section-form.tsx'
import { SeeField } from '#features/profile/ui/edit/see-field.tsx'
import { SeekingFields } from '#features/profile/ui/edit/seeking-fields.tsx'
import { TownSearchForm } from '#features/onboarding/ui/town/town-search-form.tsx'
import { PlaceChoice } from '#features/onboarding/ui/place-choice.tsx'
import { PortraitChoice } from '#features/onboarding/ui/portrait-choice.tsx'
import { facelessAvatar } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { FormView } from '#ui/forms/action-form.tsx'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import type { Autosave } from '#ui/forms/use-autosave.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import type { ActionBody } from '#ui/forms/send-action.ts'
import styles from './page.module.css'

export type EditorProps = {
  row: EditRow
  data: ProfileSettingsProps
  /** True when a script opened it: the script may add help that a plain form cannot. */
  inSheet: boolean
  /** `body`: the saved values; null if only a reload of the page can show them. */
  onSaved: (revision: number, body: ActionBody | null) => void
  autosave?: Ref<Autosave>
  /** Opens another row in place of this one; missing without a script. */
  onOpen?: (row: EditRow) => void
}

/** The form of one row. */
export function RowEditor(props: EditorProps) {
  const { t } = useI18n()
  const href = useHref()
  const { row, data, onSaved } = props
  if (row === 'answers') return <AnswerList answers={data.promptAnswers} onOpen={props.onOpen} />
  if (isAnswerRow(row)) {
    const answer = data.promptAnswers[answerIndex(row)]
    const languages = data.offered.languages
    return (
      <PromptAnswerEditor
        key={answer?.prompt}
        {...{ row, answer, languages }}
        answers={data.promptAnswers}
        onSaved={(revision) => onSaved(revision, null)}
      />
    )
  }
  const form = { revision: data.revision, onSaved: (revision: number) => onSaved(revision, null) }
  switch (row) {
    case 'basics':
      return <BasicsEditor {...props} />
    case 'portrait':
      return (
        <SectionForm {...form} row="portrait" action={profileActions.portrait}>
          {(view) => <Portraits data={data} view={view} />}
        </SectionForm>
      )
    case 'place':
      return (
        <>
          <TownSearchForm action={href(routes.profileSettings, {})} query={{ edit: 'place' }} />
          <SectionForm {...form} row="place" action={profileActions.place}>
            {(view) => <PlaceChoice place={data.place} view={view} />}
          </SectionForm>
        </>
      )
    case 'pause':
      return (
        <>
          <p className={styles.text}>{t('profile.pause.text')}</p>
          <PauseSection paused={data.paused} />
        </>
      )
    default:
      return <FieldEditor {...props} row={row} />
  }
}

/** Unsaved text is restored when the row is opened again. */
function BasicsEditor({ data, inSheet, onSaved }: EditorProps) {
  const { viewer } = usePage()
  const member = viewer?.id ?? ''
  const [drafts] = useState(() => (inSheet ? readDrafts(member, 'basics', data) : {}))
  const save = (revision: number) => {
    dropDrafts(member, 'basics', data)
    onSaved(revision, null)
  }
  return (
    <SectionForm
      row="basics"
      action={profileActions.basics}
      revision={data.revision}
      onSaved={save}
      onInput={(control) => keepDraft(member, 'basics', control, data)}
    >
      {(view) => <BasicsFields basics={data.basics} view={{ ...view, values: { ...drafts, ...view.values } }} />}
    </SectionForm>
  )
}

function Portraits({ data, view }: { data: ProfileSettingsProps; view: FormView }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <>
      <PortraitChoice
        offered={data.offeredPortraits}
        looks={data.portraitLooks}
        chosen={data.avatar === facelessAvatar ? null : data.avatar}
        page={data.portraitPage}
        view={view}
      />
      <ButtonLink
        kind="quiet"
        size="s"
        icon="refresh-cw"
        href={href(routes.profileSettings, {}, { query: { edit: 'portrait', seed: data.portraitPage + 1 } })}
      >
        {t('questionnaire.portrait.others')}
      </ButtonLink>
      <ButtonLink kind="quiet" size="s" icon="pencil" href={href(routes.profileSettings, {}, { query: { edit: 'drawing' } })}>
        {t('questionnaire.portrait.build')}
      </ButtonLink>
    </>
  )
}

const pressedRows = ['basics', 'portrait', 'place', 'pause', 'answers', ...answerRows] as const satisfies EditRow[]
type PressedRow = (typeof pressedRows)[number]
type FieldRow = Exclude<EditRow, PressedRow>

/** True for forms with their own button: nothing is saved without a press. */
export const isPressed = (row: EditRow): row is PressedRow => pressedRows.some((pressed) => pressed === row)

const actions = {
  words: profileActions.words,
  facts: profileActions.facts,
  beliefs: profileActions.beliefs,
} as const

function sectionOf(row: Exclude<FieldRow, 'seeking'>): keyof typeof actions {
  const has = (fields: readonly ProfileField[]) => fields.includes(row)
  if (has(sections.words)) return 'words'
  return has(sections.facts) ? 'facts' : 'beliefs'
}

/** Answers are saved as they are given. Unfinished text in the bio stays in the browser as a draft. */
function FieldEditor({ row, data, inSheet, onSaved, autosave }: EditorProps & { row: FieldRow }) {
  const { t } = useI18n()
  const href = useHref()
  const { viewer } = usePage()
  const member = viewer?.id ?? ''
  const section = row === 'seeking' ? 'seeking' : sectionOf(row)
  const [drafts] = useState(() => (row === 'about' && inSheet ? readDrafts(member, 'about', data) : {}))
  const isUnsaved = drafts.about !== undefined
  // Every render rewrites the hidden input, which must contain the revision of the last save.
  const [revision, setRevision] = useState(data.revision)
  const saved = ({ revision: newRevision }: SavedProfile, body: ActionBody) => {
    if (row === 'about') dropDrafts(member, 'about', data, body)
    setRevision(newRevision)
    onSaved(newRevision, body)
  }
  return (
    <AutosaveForm
      {...(autosave ? { ref: autosave } : {})}
      action={section === 'seeking' ? profileActions.seeking : actions[section]}
      saveLabel={t('common.form.save')}
      className={styles.form}
      isUnsaved={isUnsaved}
      onSaved={saved}
      renderRefusal={(error) => <Refusal error={error} />}
      onInput={({ target }) => {
        if (target instanceof HTMLTextAreaElement) keepDraft(member, 'about', target, data)
      }}
    >
      {(view) => (
        <>
          <input type="hidden" name="revision" defaultValue={revision} />
          <input type="hidden" name="back" value={href(routes.profileSettings, {}, { query: { edit: row } })} />
          {row === 'seeking' ? null : <input type="hidden" name="only" value={row} />}
          <Fields row={row} data={data} inSheet={inSheet} view={isUnsaved ? { ...view, values: drafts } : view} />
        </>
      )}
    </AutosaveForm>
  )
}

type FieldsProps = { row: FieldRow; data: ProfileSettingsProps; inSheet: boolean; view: FormView }

function Fields({ row, data, inSheet, view }: FieldsProps) {
  if (row === 'seeking')
    return (
      <>
        <SeekingFields seeks={data.seeks} view={view} />
        <AnswerFields {...data} fields={sections.seeking} view={view} />
      </>
    )
  if (row === 'interests' && inSheet)
    return (
      <>
        <SeeField field="interests" view={view} saved={data.visibility.interests} />
        <InterestsField answers={data.answers} offered={data.offered} view={view} />
      </>
    )
  return <AnswerFields {...data} fields={[row]} view={view} named />
}
