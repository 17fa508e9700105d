import type { ReactNode } from 'react'
import styles from './card.module.css'

type CardProps = {
  children: ReactNode
  as?: 'article' | 'section' | 'div' | 'li'
  kind?: 'raised' | 'surface' | 'outline'
  /** No padding: for a portrait that fills the card. */
  flush?: boolean
  /** The link marked with `cardLink` covers the whole card. */
  interactive?: boolean
  className?: string
  id?: string
  labelledBy?: string
}

export function Card({
  children,
  as: Tag = 'div',
  kind = 'raised',
  flush = false,
  interactive = false,
  className = '',
  id,
  labelledBy,
}: CardProps) {
  const classes = [styles.card, styles[kind], flush ? '' : styles.padded, interactive ? styles.interactive : '', className]
  return (
    <Tag className={classes.filter(Boolean).join(' ')} id={id} aria-labelledby={labelledBy}>
      {children}
    </Tag>
  )
}

/** Class of the one link that covers an interactive card; other controls in the card stay above it. */
export const cardLink = styles.link ?? ''
