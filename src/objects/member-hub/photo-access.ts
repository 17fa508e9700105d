import { openDatabase } from '#db/database.ts'
import type { ShownPhotos, WantedPhoto } from '#features/member-hub/contract.ts'
import { listServable } from '#features/photos/server/public.ts'

type Waiting = WantedPhoto & { resolve: (isOpen: boolean) => void; reject: (error: unknown) => void }

/**
 * A page's photos are requested within moments of it. Not longer, because a deleted account is hidden everywhere within five seconds
 * (product.md 'Account, safety, operators'), and clocks differ: a picture further down asks D1 when it is scrolled to.
 */
export const photoGrantMs = 4000
/** Photos of some ten pages; then those are asked about again. */
const mostGrants = 300
/** Requests of one page arrive within this time. */
const gatherMs = 10
/** Clocks of the machines that read pages may differ by this much from the hub's. */
const clockMs = 1000

/**
 * Which photos the member's sessions may get. A page has just read from D1 whose photos it shows, and passes their keys to the hub: those open for
 * some seconds without another question, unless a block, the end of the session or of all access comes first. About all others D1 is
 * asked, once for those that are requested together, and no answer is kept. Grants are lost with the hub's memory, which only
 * means that D1 is asked.
 */
export class PhotoAccess {
  readonly #binding: D1Database
  readonly #member: string
  readonly #hasEnded: (sid: string) => boolean
  /** When each grant ends, by session and photo. */
  readonly #grants = new Map<string, number>()
  #revokedAt = 0
  #waiting: Waiting[] = []
  #isAsking = false

  constructor(binding: D1Database, member: string, hasEnded: (sid: string) => boolean) {
    this.#binding = binding
    this.#member = member
    this.#hasEnded = hasEnded
  }

  /** Opens the photos of a page. One that was read before a revocation may show what is closed by now. */
  grant({ sid, photoKeys, readAt }: ShownPhotos): void {
    if (readAt <= this.#revokedAt + clockMs || this.#hasEnded(sid)) return
    if (this.#grants.size > mostGrants) this.#grants.clear()
    for (const photoKey of photoKeys) this.#grants.set(grantKey({ sid, photoKey }), readAt + photoGrantMs)
  }

  /** Ends all grants: D1 decides about every photo until the next page. */
  revoke(now: number): void {
    this.#revokedAt = now
    this.#grants.clear()
  }

  mayOpen(wanted: WantedPhoto, now: number): Promise<boolean> {
    const until = this.#grants.get(grantKey(wanted))
    if (until !== undefined && now < until) return Promise.resolve(true)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...wanted, resolve, reject })
      if (!this.#isAsking) void this.#askAll()
    })
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    while (this.#waiting.length > 0) {
      await scheduler.wait(gatherMs)
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

const grantKey = ({ sid, photoKey }: WantedPhoto) => `${sid} ${photoKey}`
