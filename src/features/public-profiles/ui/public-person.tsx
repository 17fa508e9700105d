import type { ReactNode } from 'react'
import { tintOf } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Tag } from '#ui/feedback/badge.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import type { PublicCard } from '../contract.ts'
import styles from './public-person.module.css'
import { initialOf } from '#shared/text/cut.ts'

type Props = {
  person: PublicCard
  /** Names the language of the text. */
  writtenIn: ReactNode
  answers: ReactNode
  children: ReactNode
}

/** One member as shown to everyone. */
export function PublicPersonView({ person, writtenIn, answers, children }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const { publicId, firstName: name, title, portrait, intent, about, aboutIn, interests, languages } = person
  return (
    <>
      <p className={styles.back}>
        <ButtonLink href={href(routes.publicProfile, {})} kind="quiet" size="s" icon="arrow-left">
          {t('public-profile.back')}
        </ButtonLink>
      </p>
      <article className={styles.person} aria-labelledby="person">
        <div className={styles.side}>
          <Portrait
            src={portrait ?? undefined}
            alt={t('profile.portrait', { name })}
            initial={initialOf(name)}
            tint={tintOf(publicId)}
            priority
          >
            <h1 id="person" className={`${styles.name} name-line`}>
              {title}
            </h1>
          </Portrait>
        </div>
        <div className={styles.main}>
          {about ? (
            <section className={styles.part} aria-labelledby="about">
              <h2 id="about">{t('profile.about.title', { name })}</h2>
              <p className={styles.about} dir="auto" lang={aboutIn.lang ?? undefined}>
                {about}
              </p>
              {writtenIn}
            </section>
          ) : null}
          {answers}
          <Fact title={t('profile.facts.intent')} text={intent} />
          {interests.length > 0 ? (
            <section className={styles.part} aria-labelledby="interests">
              <h2 id="interests">{t('profile.interests.title')}</h2>
              <ul className={styles.tags}>
                {interests.map((interest) => (
                  <li key={interest}>
                    <Tag>{interest}</Tag>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <Fact title={t('profile.facts.languages')} text={languages} />
          {children}
          <p className={styles.note}>{t('public-profile.shown', { name })}</p>
        </div>
      </article>
    </>
  )
}

function Fact({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  )
}
