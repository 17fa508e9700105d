import { createContext, useContext, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { describeBand } from '#features/location/contract.ts'
import type { NearbyView, PersonCardView } from '#features/nearby/contract.ts'
import { languagePoints, scoreOf, weights } from '#features/nearby/rules.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu, MenuBox } from '#ui/overlays/menu.tsx'
import styles from './why-shown.module.css'

type Why = { person: PersonCardView; order: NearbyView['order'] }

/** The popover of all cards: its id, and what fills it for one of them. Null where each card has its own. */
type SharedPopover = { id: string; fill(why: Why): void }
const SharedPopoverContext = createContext<SharedPopover | null>(null)

/**
 * 'Why am I seeing this?' of a whole list: one popover, which is filled when a card's button is pressed. A third of a card's markup
 * would be its popover. Without a script nothing could fill it, so each card brings its own (`isShared` is false).
 */
export function WhyShown({ isShared, children }: { isShared: boolean; children: ReactNode }) {
  const { t } = useI18n()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<string | null>(null)
  const [why, setWhy] = useState<Why | null>(null)
  const popover = useMemo(
    () => ({
      id,
      fill(next: Why) {
        // The same press would close what is open, even if that is about somebody else.
        if (shown.current !== next.person.id && isOpen(box.current)) box.current?.hidePopover()
        shown.current = next.person.id
        setWhy(next)
      },
    }),
    [id],
  )
  // Pressed before the page had its scripts: nothing is in it yet.
  useEffect(() => {
    const pressed = document.activeElement
    if (!isOpen(box.current)) return
    box.current?.hidePopover()
    if (pressed instanceof HTMLButtonElement && pressed.getAttribute('popovertarget') === id) pressed.click()
  }, [id])
  if (!isShared) return children
  return (
    <SharedPopoverContext value={popover}>
      {children}
      <MenuBox
        ref={box}
        id={id}
        direction="up"
        role="note"
        aria-label={why ? t('people.why.open', { name: why.person.firstName }) : undefined}
        tabIndex={-1}
        // It is far from the button in the document. Closing it gives the focus back.
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.focus({ preventScroll: true })
        }}
      >
        {why ? <Reasons {...why} /> : null}
      </MenuBox>
    </SharedPopoverContext>
  )
}

const isOpen = (box: HTMLElement | null) => box?.matches(':popover-open') ?? false

/** A card's button. */
export function WhyButton(why: Why) {
  const shared = useContext(SharedPopoverContext)
  const title = useI18n().t('people.why.open', { name: why.person.firstName })
  if (shared) return <IconButton icon="info" label={title} popoverTarget={shared.id} onClick={() => shared.fill(why)} />
  return (
    <Menu icon="info" label={title} direction="up">
      <Reasons {...why} />
    </Menu>
  )
}

/** The parts of one card's score, in points and in words. */
function Reasons({ person, order }: Why) {
  const translator = useI18n()
  const { t } = translator
  const { points, activity } = person.reasons
  const { common } = points
  const isByQuiz = person.match !== null || common === null
  const parts = [
    { part: 'common', text: <CommonText person={person} /> },
    { part: 'distance', text: describeBand(translator, person.band) },
    { part: 'activity', text: t(`people.why.activityText.${activity}`) },
    { part: 'completeness', text: null },
  ] as const
  return (
    <div className={styles.why}>
      <IconButton
        className={styles.close}
        icon="x"
        label={t('common.form.close')}
        onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      />
      <h4 className={styles.title}>{t('people.why.open', { name: person.firstName })}</h4>
      <p>{t('people.why.mutual', { name: person.firstName })}</p>
      <First {...{ person, order }} />
      {/* Another person's are folded up again. */}
      <details key={person.id}>
        <summary className={styles.adds}>
          {t('people.why.adds')}
          <Icon name="chevron-down" size="s" />
        </summary>
        <dl className={styles.parts}>
          {parts.map(({ part, text }) => (
            <div key={part}>
              <dt>{t(part === 'common' && isByQuiz ? 'people.why.quiz' : `people.why.${part}`)}</dt>
              <Share points={points[part]} max={weights[part]} />
              {text ? <dd className={styles.text}>{text}</dd> : null}
              {part === 'common' ? <LanguagesText languages={person.languages} /> : null}
            </div>
          ))}
          {/* A sum would reveal the hidden part. */}
          {common === null ? null : (
            <div className={styles.total}>
              <dt>{t('people.why.total')}</dt>
              <Share points={scoreOf({ ...points, common })} max={100} />
            </div>
          )}
        </dl>
      </details>
    </div>
  )
}

/** What decides first: a like, a boost or the chosen order, and otherwise what both have in common. */
function First({ person, order }: Why) {
  const { t } = useI18n()
  const name = person.firstName
  const reasons = [
    person.likesMe && order === 'best' ? t('people.why.likesYou', { name }) : null,
    person.isBoosted ? t('people.why.boosted', { name }) : null,
    order === 'neutral' ? t('people.order.neutralText') : null,
  ].filter((reason) => reason !== null)
  return reasons.length > 0 ? (
    reasons.map((reason) => <p key={reason}>{reason}</p>)
  ) : (
    <p>
      <CommonText person={person} isShort />
    </p>
  )
}

function Share({ points, max }: { points: number | null; max: number }) {
  const { t, format } = useI18n()
  if (points === null) return null
  return (
    <dd className={styles.points}>
      {t('people.why.points', { points: format.number(Math.round(points)), max: format.number(max) })}
    </dd>
  )
}

/** `isShort`: without what it is based on. */
function CommonText({ person, isShort = false }: { person: PersonCardView; isShort?: boolean }) {
  const { t, format } = useI18n()
  if (person.match !== null) return t('people.why.quizText', { percent: format.percent(person.match / 100) })
  if (person.reasons.points.common === null) return t('people.why.quizLow')
  const names = person.shared.map((interest) => format.inSentence(t(`profile.interest.${interest}`)))
  const sentences = [
    names.length ? t('people.why.interestsText', { list: format.list(names) }) : null,
    person.reasons.sameIntent ? t('people.why.intentText') : null,
  ].filter((sentence) => sentence !== null)
  if (sentences.length === 0 && person.languages.length === 0) sentences.push(t('people.why.nothingText'))
  return (isShort && sentences.length > 0 ? sentences.slice(0, 1) : [...sentences, t('people.why.fewAnswers')]).join(' ')
}

/** The languages that both speak, and what they are worth in the points for what both have in common. */
function LanguagesText({ languages }: Pick<PersonCardView, 'languages'>) {
  const { t, tn, format } = useI18n()
  if (languages.length === 0) return null
  const list = format.list(languages.map((language) => t(`profile.language.${language}`)))
  return (
    <dd className={styles.text}>
      {tn('people.why.languagesText', languages.length, { list })} {tn('people.why.languagesPoints', languagePoints)}
    </dd>
  )
}
