import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type SubmitEvent } from 'react'
import type { Drawing, DrawingView } from '#shared/drawing/choices.ts'
import { randomDrawing, readDrawing } from '#shared/drawing/drawing.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { follow } from '#ui/forms/follow.ts'
import { formBody, sendAction } from '#ui/forms/send-action.ts'
import { ChoicePicture, isColour } from './choice-picture.tsx'
import styles from './drawing-builder.module.css'
import { DrawingPicture } from './drawing-picture.tsx'

type Props = {
  view: DrawingView
  /** The page of the builder, and the fields that lead to it there. */
  page: string
  fields: Readonly<Record<string, string>>
  /** The builder's address with these choices. */
  hrefOf: (drawing: Drawing) => string
  /** Where to choose a ready-made drawing. */
  readyHref: string
  action: Action
}

/**
 * Builds a drawing from radio buttons. With a script the drawing follows each choice. Without one, 'Preview' asks for the page
 * again, whose address holds the choices alone; what only saving needs is on its own button.
 */
export function DrawingBuilder({ view, page, fields, hrefOf, readyHref, action }: Props) {
  const { t } = useI18n()
  const { groups, texts } = view
  const flash = useFlash(action.form)
  const form = useRef<HTMLFormElement>(null)
  const [drawing, setDrawing] = useState(view.drawing)
  // Each surprise checks other radio buttons.
  const [surprises, setSurprises] = useState(0)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const read = (element: HTMLFormElement) => {
    const chosen = new FormData(element)
    setDrawing((before) => readDrawing((part) => chosen.get(part), before))
  }
  const readFirst = useEffectEvent(() => form.current && read(form.current))
  // Somebody may have chosen before the script loaded.
  useEffect(() => void readFirst(), [])

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    setPending(true)
    const answer = await sendAction(action, formBody(event.currentTarget, null), t('common.error.offline'))
    if (answer.kind === 'done' && answer.redirect !== undefined) {
      await follow(answer.redirect, false)
      if (answer.notice) showToast({ title: answer.notice, type: 'success' })
    }
    setPending(false)
    setRefusal(answer.kind === 'refused' ? answer.message : null)
  }
  const surprise = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setDrawing(randomDrawing(Math.random, view.gender))
    setSurprises((count) => count + 1)
  }

  const label = labelOf(view, drawing)
  const error = refusal ?? flash?.error
  return (
    <form ref={form} action={page} className={styles.builder} onSubmit={save} onChange={(event) => read(event.currentTarget)}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.preview}>
        <DrawingPicture drawing={drawing} label={label} className={styles.picture} />
        <div className={styles.actions}>
          <Button kind="secondary" className={styles.show}>
            {texts.preview}
          </Button>
          <Button formMethod="post" formAction={action.path} name="plain" value="1" icon="check" pending={pending}>
            {texts.save}
          </Button>
          <ButtonLink kind="secondary" icon="refresh-cw" href={hrefOf(view.surprise)} onClick={surprise}>
            {texts.surprise}
          </ButtonLink>
        </div>
        <nav className={styles.contents} aria-label={texts.title}>
          {groups.map(({ group, title }) => (
            <a key={group} href={`#drawing-${group}`}>
              {title}
            </a>
          ))}
        </nav>
        {error ? <Notice kind="error">{error}</Notice> : null}
        <output className="visually-hidden">{surprises > 0 ? label : null}</output>
      </div>
      <div className={styles.groups}>
        <ButtonLink kind="quiet" size="s" href={readyHref}>
          {texts.ready}
        </ButtonLink>
        {groups.map((group) => (
          <Group key={`${group.group}-${surprises}`} {...group} drawing={drawing} />
        ))}
      </div>
    </form>
  )
}

/** What the drawing shows, in words. */
function labelOf({ groups, texts }: DrawingView, drawing: Drawing): string {
  const seen = groups
    .flatMap(({ parts }) => parts)
    .map(({ part, options }) => options.find(({ value }) => value === drawing[part])?.label ?? '')
  return `${texts.picture}: ${seen.join(', ')}`
}

type GroupProps = DrawingView['groups'][number] & { drawing: Drawing }

/** One group of choices, each with its picture. */
function Group({ group, title, parts, drawing }: GroupProps) {
  return (
    <section className={styles.group} aria-labelledby={`drawing-${group}`}>
      <h2 id={`drawing-${group}`}>{title}</h2>
      {parts.map(({ part, legend, options }) => (
        <div key={part} className={isColour(part) ? styles.colours : styles.tiles}>
          <ChoiceGroup
            legend={legend}
            name={part}
            look="chips"
            defaultValue={drawing[part]}
            options={options.map(({ value, label: name }) => ({
              value,
              label: name,
              picture: <ChoicePicture part={part} value={value} drawing={drawing} />,
            }))}
          />
        </div>
      ))}
    </section>
  )
}
