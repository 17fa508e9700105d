import type { ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { DrawAlias } from '../faces.ts'
import { EveningScene } from './evening-scene.tsx'
import { LikesScene } from './likes-scene.tsx'
import { SealedScene } from './sealed-scene.tsx'
import styles from './scenes.module.css'

type ScenesProps = { likesPerDay: number; drawAlias: DrawAlias }

/** What members do here: like, and meet strangers. Picture and text alternate sides. */
export function Scenes({ likesPerDay, drawAlias }: ScenesProps) {
  const { t, tn } = useI18n()
  return (
    <section className={styles.scenes}>
      <Scene title={t('home.likes.title')} text={tn('home.likes.text', likesPerDay)} picture={<LikesScene />} />
      <Scene title={t('home.evening.title')} text={t('home.evening.text')} picture={<EveningScene drawAlias={drawAlias} />} />
      <Scene title={t('home.sealed.title')} text={t('home.sealed.text')} picture={<SealedScene drawAlias={drawAlias} />} />
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
