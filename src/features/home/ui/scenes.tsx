import type { ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { ChatScene } from './chat-scene.tsx'
import { LikesScene } from './likes-scene.tsx'
import { NearbyScene } from './nearby-scene.tsx'
import styles from './scenes.module.css'

/** What members do here: find, like, talk. Picture and text swap sides from one to the next. */
export function Scenes({ likesPerDay }: { likesPerDay: number }) {
  const { t, tn } = useI18n()
  return (
    <section className={styles.scenes}>
      <Scene title={t('home.nearby.title')} text={t('home.nearby.text')} picture={<NearbyScene />} />
      <Scene title={t('home.likes.title')} text={tn('home.likes.text', likesPerDay)} picture={<LikesScene />} />
      <Scene title={t('home.chat.title')} text={t('home.chat.text')} picture={<ChatScene />} />
    </section>
  )
}

function Scene({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <div className={styles.scene}>
      <div className={styles.text}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={styles.picture}>{picture}</div>
    </div>
  )
}
