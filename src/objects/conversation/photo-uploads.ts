import type { Refusal } from '#features/chat/contract.ts'
import type { WirePhoto } from '#shared/realtime/wire.ts'
import { notYet, refused } from './log-writer.ts'
import { lookAgainAt, lookAgainMs } from './look-again.ts'
import type { Open } from './open-conversation.ts'
import { sweepPhotos } from './photo-sweep.ts'

export type PhotoUploadsDeps = {
  bucket(): R2Bucket
  openFor(member: string): Promise<Open | null>
  wakeAt(at: number): void
}

/** The calls about photos in messages (`ConversationRpc`). */
export class PhotoUploads {
  readonly #deps: PhotoUploadsDeps

  constructor(deps: PhotoUploadsDeps) {
    this.#deps = deps
  }

  async find(member: string, cid: string): Promise<{ ok: true; photo: WirePhoto | null } | Refusal> {
    const open = await this.#deps.openFor(member)
    if (open?.state.request) return notYet
    return open ? { ok: true, photo: open.photos.findUploaded(member, cid) } : refused
  }

  async reserve(
    member: string,
    cid: string,
    fresh: { id: string; key: string },
  ): Promise<{ ok: true; id: string; key: string } | Refusal> {
    const open = await this.#deps.openFor(member)
    if (!open || open.state.request) return open ? notYet : refused
    const reserved = open.photos.reserve(member, cid, fresh, Date.now())
    this.#deps.wakeAt(lookAgainAt())
    return reserved ? { ok: true, ...reserved } : { ok: false, code: 'conflict' }
  }

  async confirm(
    member: string,
    id: string,
    drawn: { width: number; height: number; size: number },
  ): Promise<{ ok: true; photo: WirePhoto } | Refusal> {
    const photo = (await this.#deps.openFor(member))?.photos.confirm(id, member, drawn)
    return photo ? { ok: true, photo } : refused
  }

  async key(member: string, id: string): Promise<string | null> {
    return (await this.#deps.openFor(member))?.photos.findKey(id, member) ?? null
  }

  async sweep({ photos }: Open): Promise<void> {
    const at = await sweepPhotos(photos, this.#deps.bucket(), Date.now())
    // A later alarm must not replace one that was set before a restart; that one schedules it again.
    if (at !== null) this.#deps.wakeAt(Math.min(at, Date.now() + lookAgainMs))
  }
}
