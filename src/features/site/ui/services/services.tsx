import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Cost } from './cost.tsx'
import { ChatScene } from './scenes/chat-scene.tsx'
import { DateScene } from './scenes/date-scene.tsx'
import { GiftScene } from './scenes/gift-scene.tsx'
import { LikesScene } from './scenes/likes-scene.tsx'
import { MasksScene } from './scenes/masks-scene.tsx'
import { NearbyScene } from './scenes/nearby-scene.tsx'
import { QuizScene } from './scenes/quiz-scene.tsx'
import styles from './services.module.css'

/** What members do here, each with its own drawing, and which of it costs money. */
export function Services({ likesPerDay }: { likesPerDay: number }) {
  const { t, tn } = useI18n()
  const href = useHref()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('services.hero.title')}</h1>
        <p>{t('services.hero.lead')}</p>
      </header>
      <div className={styles.board}>
        <Service name="nearby" scene={<NearbyScene />} />
        <Service name="quiz" scene={<QuizScene />} />
        <Service name="chat" scene={<ChatScene />} />
        <Service name="anonymous" scene={<MasksScene />} />
        <Service name="dates" scene={<DateScene />} />
        <Service name="likes" scene={<LikesScene />} fact={tn('services.likes.fact', likesPerDay)} />
        <Service name="extras" scene={<GiftScene />} />
      </div>
      <Cost />
      <p className={styles.ways}>
        <ButtonLink href={href(routes.signUp, {})} size="l">
          {t('services.join')}
        </ButtonLink>
        <ButtonLink href={href(routes.faq, {})} size="l" kind="quiet">
          {t('services.questions')}
        </ButtonLink>
      </p>
    </div>
  )
}

type ServiceProps =
  | { name: 'nearby' | 'quiz' | 'chat' | 'anonymous' | 'dates' | 'extras'; scene: ReactNode }
  | { name: 'likes'; scene: ReactNode; fact: string }

function Service(props: ServiceProps) {
  const { t } = useI18n()
  const { name, scene } = props
  return (
    <section className={`${styles.service} ${styles[name]}`} aria-labelledby={name}>
      <div className={styles.scene}>{scene}</div>
      <div className={styles.words}>
        <h2 id={name}>{t(`services.${name}.title`)}</h2>
        <p>{t(`services.${name}.text`)}</p>
        <p className={styles.fact}>{props.name === 'likes' ? props.fact : t(`services.${props.name}.fact`)}</p>
      </div>
    </section>
  )
}
