import { useId, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './offer-card.module.css'

type OfferCardProps = {
  sign: ReactNode
  title: string
  text: string
  later: string
  onLater: () => void
  /** The button that accepts the offer; without it, `children` say how. */
  action?: { label: string; isPending?: boolean; onPress: () => void } | null
  children?: ReactNode
}

/** Makes an offer over the foot of the page; it neither takes the focus nor moves anything. */
export function OfferCard({ sign, title, text, later, onLater, action, children }: OfferCardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <span className={styles.tile}>{sign}</span>
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      {children ? <div className={styles.steps}>{children}</div> : null}
      <div className={styles.actions}>
        <Button kind="quiet" size="s" type="button" onClick={() => leave(onLater)}>
          {later}
        </Button>
        {action ? (
          <Button size="s" type="button" pending={action.isPending ?? false} onClick={action.onPress}>
            {action.label}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

/** The pressed button disappears, so the focus moves to the page. */
export function leave(go: () => void): void {
  document.getElementById('main')?.focus({ preventScroll: true })
  go()
}
