import type { ReactNode, RefObject } from 'react'
import type { EncounterView } from '#features/encounters/contract.ts'
import { AliasAvatar } from '../alias-avatar.tsx'
import { ConnectionLost } from './connection-lost.tsx'
import styles from './room-frame.module.css'

export type RoomFrameProps = {
  partner: EncounterView['partner']
  name: string
  /** The partner's state. */
  status?: ReactNode
  exits: ReactNode
  header: RefObject<HTMLElement | null>
  /** The two are in their channel. */
  isConnected: boolean
  children: ReactNode
}

/** An encounter on its own page: the partner's alias, the buttons to leave, and the content of the phase. */
export function RoomFrame({ partner, name, status, exits, header, isConnected, children }: RoomFrameProps) {
  return (
    <section className={styles.room} aria-labelledby="partner">
      <header className={styles.header} ref={header}>
        <AliasAvatar seed={partner.seed} />
        <div className={styles.who}>
          <h1 className={styles.name} id="partner">
            {name}
          </h1>
          {status}
        </div>
        <div className={styles.exits}>{exits}</div>
      </header>
      <ConnectionLost isShown={isConnected} />
      {children}
    </section>
  )
}

/** The controls of a room, within reach of the thumb. */
export function RoomFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

/** What one can do beside writing, above the composer. It is hidden while an on-screen keyboard leaves little of the talk. */
export function RoomActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
