import { maySpeakOf, type MemberDirectory, type NotificationStore } from '#features/notifications/server/public.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import { warn } from '#server/log.ts'
import type { Inbox } from './inbox/inbox.ts'
import { isCounted } from './inbox/inbox-totals.ts'

type AbsentPeopleDeps = {
  sql: SqlStorage
  inbox: Inbox
  notifications: NotificationStore
  acquaintances: MemberDirectory
  /** The count of notifications has changed. */
  onCount(): void
}

/** Keeps out of the badges who is not to be met any more: no list shows them, so nobody could clear such a count. */
export class HiddenMembers {
  readonly #ports: AbsentPeopleDeps

  constructor(ports: AbsentPeopleDeps) {
    this.#ports = ports
  }

  /**
   * Asks D1 about everybody who counts in a badge, if somebody does. Rows of the inbox are hidden as long as it lasts;
   * their notifications count as read, and likes are forgotten.
   */
  async leaveOut(): Promise<void> {
    const { notifications, acquaintances } = this.#ports
    try {
      const partners = this.#listPartners()
      const noticed = notifications.listNewPeople()
      const sought = noticed.filter(({ kind }) => kind === 'like' || kind === 'favourite').map(({ id }) => id)
      const [away, people] = await Promise.all([
        acquaintances.away([...new Set([...partners, ...noticed.map(({ id }) => id)])]),
        sought.length === 0 ? new Map<string, never>() : acquaintances.people(sought, Date.now()),
      ])
      this.#hide(partners, away)
      const isAbsent = new Set(away)
      for (const { id, kind } of noticed) {
        const person = people.get(id)
        const isSpokenOf = sought.includes(id) ? person && maySpeakOf(person, kind) : !isAbsent.has(id)
        if (!isSpokenOf) this.#settle(id, kind)
      }
    } catch (error) {
      // The next page asks again.
      warn('absent', error)
    }
  }

  #settle(person: string, kind: NotificationKind): void {
    const { notifications, onCount } = this.#ports
    const isNews = kind === 'like' ? notifications.forgetPerson(person, kind) : notifications.markPersonRead(person, kind)
    if (isNews) onCount()
  }

  /** Whose rows count, or would if they were not hidden. */
  #listPartners(): string[] {
    const { sql, inbox } = this.#ports
    inbox.settle()
    const rows = sql.exec<{ other: string }>(`SELECT other FROM inbox WHERE ${isCounted} OR hidden = 1`)
    return rows.toArray().map(({ other }) => other)
  }

  /** Of these partners the `absent` ones are hidden from now on, the others not. */
  #hide(partners: readonly string[], absent: readonly string[]): void {
    const { sql, inbox } = this.#ports
    const isOther = `other IN (SELECT value FROM json_each(?1)) AND hidden <> (other IN (SELECT value FROM json_each(?2)))`
    const [asked, gone] = [JSON.stringify(partners), JSON.stringify(absent)]
    inbox.settle()
    if (sql.exec(`SELECT 1 FROM inbox WHERE ${isOther} LIMIT 1`, asked, gone).toArray().length === 0) return
    inbox.release()
    sql.exec(`UPDATE inbox SET hidden = 1 - hidden WHERE ${isOther}`, asked, gone)
  }
}
