import type { ReactNode } from 'react'
import { tintOf } from '#shared/avatar.ts'
import { Card, cardLink } from '../layout/card.tsx'
import { Icon } from '../icons/icon.tsx'
import styles from './person-tile.module.css'
import { Portrait } from './portrait.tsx'
import { initialOf } from '#shared/text/cut.ts'

type PersonTileProps = {
  person: { id: string; firstName: string; avatar: string | null }
  /** Target of the whole tile. */
  href: string
  /** Name and age. */
  title: string
  /** Spoken text of the badge; no badge without it. */
  verifiedLabel?: string | undefined
  /** Spoken text of the online dot; no dot without it. */
  onlineLabel?: string | undefined
  /** A line under the name if there is room for it. */
  facts?: string | undefined
  /** First row of a page: its portraits load at once. */
  priority: boolean
  /** A button over the portrait. */
  corner?: ReactNode
  /** About to be removed: drawn fainter. */
  faint?: boolean
  /** Content below the portrait, above the link that covers the tile. */
  children: ReactNode
}

/** One person in a list of people: portrait, name, and the list's own facts and buttons. */
export function PersonTile(props: PersonTileProps) {
  const { person, href, title, verifiedLabel, onlineLabel, facts, priority, corner, faint, children } = props
  return (
    <Card as="article" flush interactive className={`${styles.tile} ${faint ? styles.faint : ''}`}>
      <Portrait
        src={person.avatar ?? undefined}
        alt=""
        initial={initialOf(person.firstName)}
        tint={tintOf(person.id)}
        onlineLabel={onlineLabel}
        priority={priority}
      >
        <h3 className={`${styles.name} name-line`}>
          <a className={cardLink} href={href}>
            {title}
          </a>
          {verifiedLabel ? <Icon name="badge-check" label={verifiedLabel} /> : null}
        </h3>
        {facts ? <p className={styles.facts}>{facts}</p> : null}
      </Portrait>
      {corner ? <div className={styles.corner}>{corner}</div> : null}
      <div className={styles.foot}>{children}</div>
    </Card>
  )
}

/** Class of a list of tiles. */
export const tileList = styles.list ?? ''

/** Time and further facts in one quiet line. */
export function TileNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{typeof children === 'string' ? <span>{children}</span> : children}</div>
}

/** Shared interests, in their own line. */
export function TileShared({ children }: { children: ReactNode }) {
  return <p className={styles.shared}>{children}</p>
}

/** What a like is tied to, above the link that covers the tile. */
export function TileTie({ children }: { children: ReactNode }) {
  return <div className={styles.tie}>{children}</div>
}

/** Wraps the like button, or the menu that has it: the first of the row at the foot, and on phones a round button on the portrait. */
export function TileLike({ children }: { children: ReactNode }) {
  return <div className={styles.like}>{children}</div>
}

/** Buttons in a row at the foot of a tile; the first one fills the remaining width. */
export function TileActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
