import { warn } from '#server/log.ts'

/** What the hub's one alarm serves. */
export type AlarmName = 'reap' | 'letter' | 'index' | 'tell' | 'unseen' | 'visitors' | 'visitor-badge'

type Wish = { name: AlarmName; at: number }

const afterFailureMs = 30_000

/**
 * An object has one alarm; these are the wishes that share it (table `alarms`). A wish is taken away when it was carried
 * out, not before: an object that dies in the middle finds it again, since the runtime repeats an alarm that did not end.
 */
export class AlarmScheduler {
  readonly #storage: DurableObjectStorage
  #setFor: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Asks for an alarm; an earlier wish of the same name stays, one that is being carried out does not. */
  wish(name: AlarmName, at: number): void {
    this.#storage.sql.exec(
      `INSERT INTO alarms (name, at) VALUES (?1, ?2)
       ON CONFLICT (name) DO UPDATE SET at = ?2, started = 0 WHERE started = 1 OR at > ?2`,
      name,
      at,
    )
    this.#set()
  }

  /**
   * Carries out what is due, one after the other; what fails is tried again. The alarm came for the earliest wish, so that
   * one is due whatever this clock says.
   */
  async run(now: number, carryOut: (name: AlarmName) => Promise<void>): Promise<void> {
    this.#setFor = null
    for (const { name } of this.#due(now)) {
      this.#storage.sql.exec('UPDATE alarms SET started = 1 WHERE name = ?', name)
      try {
        await carryOut(name)
        this.#storage.sql.exec('DELETE FROM alarms WHERE name = ? AND started = 1', name)
      } catch (error) {
        warn(`alarm ${name}`, error)
        this.wish(name, now + afterFailureMs)
      }
    }
    this.#set()
  }

  #due(now: number): Wish[] {
    return this.#storage.sql
      .exec<Wish>('SELECT name, at FROM alarms WHERE at <= max(?, (SELECT MIN(at) FROM alarms)) ORDER BY at', now)
      .toArray()
  }

  #set(): void {
    const { at } = this.#storage.sql.exec<{ at: number | null }>('SELECT MIN(at) AS at FROM alarms').one()
    if (at === this.#setFor) return
    this.#setFor = at
    if (at !== null) void this.#storage.setAlarm(at)
  }
}
