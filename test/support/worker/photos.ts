import { env, SELF } from 'cloudflare:test'
import { photos } from '#db/schema.ts'
import { photoActions, type PhotoState } from '#features/photos/contract.ts'
import { storeSizes } from '#features/photos/server/objects.ts'
import { photoWidths } from '#shared/photo.ts'
import { pictures } from '../fixtures/pictures.ts'
import { db, type TestMember } from './members.ts'
import { newId, origin } from './realtime-client.ts'

export function pictureBytes(name: keyof typeof pictures): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pictures[name]), (letter) => letter.charCodeAt(0))
}

/** Uploads as the page's script does, or as its plain form. */
export function upload(
  member: Pick<TestMember, 'token'> | null,
  bytes: Uint8Array<ArrayBuffer> | null,
  options: { name?: string; type?: string; plain?: boolean } = {},
): Promise<Response> {
  const body = new FormData()
  if (bytes) body.append('file', new File([bytes], options.name ?? 'photo.jpg', { type: options.type ?? 'image/jpeg' }))
  return SELF.fetch(origin + photoActions.upload.path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin,
      referer: `${origin}/profile-settings`,
      accept: options.plain ? 'text/html' : 'application/json',
      ...(member ? { authorization: `Bearer ${member.token}` } : {}),
    },
    body,
  })
}

/** Stores a photo with objects whose content is its key. */
export async function createPhoto(
  owner: Pick<TestMember, 'id'>,
  options: { state?: PhotoState; position?: number; reason?: string; createdAt?: number } = {},
): Promise<{ id: string; key: string }> {
  const [id, key] = [newId(), newId()]
  const bytes = Uint8Array.from(new TextEncoder().encode(key)).buffer
  await storeSizes(env.PHOTOS, key, photoWidths.map((width) => ({ width, bytes }))) // prettier-ignore
  await db.insert(photos).values({
    id,
    key,
    memberId: owner.id,
    position: options.position ?? 0,
    state: options.state ?? 'approved',
    reason: options.reason ?? null,
    width: 1280,
    height: 1600,
    createdAt: options.createdAt ?? Date.now(),
  })
  return { id, key }
}

/** Names of all objects in the bucket. */
export async function listObjects(prefix = 'photos/'): Promise<string[]> {
  const { objects } = await env.PHOTOS.list({ prefix })
  return objects.map((object) => object.key)
}
