import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useInBrowser } from '#ui/hooks/use-in-browser.ts'
import { readSoundChoice, saveSoundChoice, soundChoices, type SoundChoice } from './sound-choice.ts'
import styles from './settings-sections.module.css'
import '#ui/fields/choices.css'

/** Form for the sound that this browser plays. Only the browser stores it, so it is shown once a script can read it. */
export function SoundSection() {
  const { t } = useI18n()
  const isHere = useInBrowser()
  return (
    <Section title={t('settings.notifications.sound.title')} text={t('settings.notifications.sound.text')}>
      <noscript>
        <p className={styles.quiet}>{t('settings.notifications.sound.noScript')}</p>
      </noscript>
      {isHere ? <Choices /> : null}
    </Section>
  )
}

function Choices() {
  const { t } = useI18n()
  const [choice, setChoice] = useState<SoundChoice>(() => readSoundChoice())
  const [isBlocked, setBlocked] = useState(false)
  const choose = (chosen: SoundChoice) => {
    setChoice(chosen)
    saveSoundChoice(chosen)
  }
  const listen = async (chosen: SoundChoice) => {
    const { play } = await import('./sound.ts')
    setBlocked(!(await play(chosen)))
  }
  return (
    <>
      <fieldset className={styles.sounds}>
        <legend className="visually-hidden">{t('settings.notifications.sound.label')}</legend>
        {soundChoices.map((value) => {
          const name = t(`settings.notifications.sound.name${value}`)
          return (
            <div key={value}>
              <label>
                <input type="radio" name="notifyID" checked={choice === value} onChange={() => choose(value)} />
                {name}
              </label>
              <Button
                type="button"
                kind="quiet"
                onClick={() => listen(value)}
                aria-label={t('settings.notifications.sound.tryNamed', { sound: name })}
              >
                {t('settings.notifications.sound.try')}
              </Button>
            </div>
          )
        })}
      </fieldset>
      <div aria-live="polite">{isBlocked ? <Notice kind="warn">{t('settings.notifications.sound.blocked')}</Notice> : null}</div>
    </>
  )
}
