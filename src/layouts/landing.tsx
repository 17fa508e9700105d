import type { ReactNode } from 'react'
import { ThreadScene } from '#ui/thread/thread-scene.tsx'
import styles from './landing.module.css'
import { SiteFrame, type SiteFrameProps } from './site-frame.tsx'

type LandingLayoutProps = SiteFrameProps & {
  children: ReactNode
  /** `entry`: one calm card beside the thread, for sign-in, sign-up and similar pages. */
  variant?: 'page' | 'entry'
  /** A sentence on the entry page's picture, shown from 960 px. */
  sceneText?: string
}

export function LandingLayout({ children, variant = 'page', sceneText, ...frame }: LandingLayoutProps) {
  if (variant === 'page') return <SiteFrame {...frame}>{children}</SiteFrame>
  return (
    <SiteFrame {...frame} bare>
      <div className={styles.entry}>
        <div className={styles.card}>{children}</div>
        <div className={styles.scene}>
          <ThreadScene />
          {sceneText ? <p className={styles.sceneText}>{sceneText}</p> : null}
        </div>
      </div>
    </SiteFrame>
  )
}
