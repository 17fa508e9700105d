import { openDatabase } from '#db/database.ts'
import type { WantedPhoto } from '#features/member-hub/contract.ts'
import { listServable } from '#features/photos/server/public.ts'

type Waiting = WantedPhoto & { resolve: (isOpen: boolean) => void; reject: (error: unknown) => void }

/**
 * Asks D1 which photos the member's sessions may get. The first request of a page is asked at once; those that come until it is
 * answered are asked together. No answer is kept: a block or a removed photo counts from the next request on.
 */
export class PhotoAccess {
  readonly #binding: D1Database
  readonly #member: string
  #waiting: Waiting[] = []
  #isAsking = false

  constructor(binding: D1Database, member: string) {
    this.#binding = binding
    this.#member = member
  }

  mayOpen(wanted: WantedPhoto): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...wanted, resolve, reject })
      if (!this.#isAsking) void this.#askAll()
    })
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    while (this.#waiting.length > 0) {
      const asked = this.#waiting
      this.#waiting = []
      await Promise.all([...Map.groupBy(asked, ({ sid }) => sid)].map(([sid, own]) => this.#ask(sid, own)))
    }
    this.#isAsking = false
  }

  /** Answers the requests of one session. */
  async #ask(sid: string, own: readonly Waiting[]): Promise<void> {
    try {
      const photoKeys = own.map(({ photoKey }) => photoKey)
      const session = { sub: this.#member, sid }
      const open = new Set(await listServable(openDatabase(this.#binding), { session, grant: 'm', photoKeys }, Date.now()))
      for (const { photoKey, resolve } of own) resolve(open.has(photoKey))
    } catch (error) {
      for (const { reject } of own) reject(error)
    }
  }
}
