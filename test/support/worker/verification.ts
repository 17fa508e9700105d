import { eq } from 'drizzle-orm'
import { profiles, verifications } from '#db/schema.ts'
import type { PoseChallenge, VerificationProps } from '#features/photos/contract.ts'
import { verificationActions } from '#features/photos/verification.ts'
import { pictures } from '../fixtures/pictures.ts'
import { createMember, db, postJson, type TestMember } from './members.ts'
import { readPayload } from './pages.ts'
import { createPhoto } from './photos.ts'

export const verificationPage = '/main-settings?section=verification'

let drawn = 0

/** A picture as base64 that no other call has: another number in its quantisation table, which decides about the colours. */
export function freshPicture(): string {
  drawn += 1
  const bytes = Uint8Array.from(atob(pictures.gpsJpeg), (letter) => letter.charCodeAt(0))
  const table = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xdb)
  bytes[table + 5 + 63] = 1 + (drawn % 250)
  bytes[table + 5 + 62] = 1 + Math.floor(drawn / 250)
  return toBase64(bytes)
}

export const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

export const agree = (member: TestMember) => postJson(member, verificationActions.consent.path, { agreed: '1' })
export const withdraw = (member: TestMember) => postJson(member, verificationActions.withdraw.path, {})
export const draw = (member: TestMember) => postJson(member, verificationActions.draw.path, {})
export const send = (member: TestMember, id: string, picture = freshPicture()) =>
  postJson(member, verificationActions.send.path, { id, picture })

/** A member with an approved main photo and the consent. */
export async function createCandidate(
  options: Parameters<typeof createMember>[0] = {},
): Promise<{ member: TestMember; photo: { id: string; key: string } }> {
  const member = await createMember(options)
  const photo = await createPhoto(member)
  if (!(await agree(member)).ok) throw new Error('The consent was refused')
  return { member, photo }
}

export async function drawPose(member: TestMember): Promise<PoseChallenge> {
  const answer = await draw(member)
  if (!answer.ok) throw new Error(`No pose: ${answer.status} ${await answer.text()}`)
  return (await answer.json<{ challenge: PoseChallenge }>()).challenge
}

/** Draws a pose and sends a picture of it, which waits then. Returns the challenge's id. */
export async function sendNew(member: TestMember): Promise<string> {
  const { id } = await drawPose(member)
  const answer = await send(member, id)
  if (answer.status !== 201) throw new Error(`No picture: ${answer.status} ${await answer.text()}`)
  return id
}

export const verificationOf = async (id: string) => (await db.select().from(verifications).where(eq(verifications.id, id)))[0]

export async function hasBadge({ id }: { id: string }): Promise<boolean> {
  const [row] = await db.select({ verified: profiles.verified }).from(profiles).where(eq(profiles.memberId, id))
  return row?.verified === true
}

export async function viewOf(member: TestMember): Promise<VerificationProps | null> {
  return (await readPayload<{ verification: VerificationProps | null }>(member, verificationPage)).props.verification
}

/** So long ago in the eyes of the rules: moves the times of a challenge back. */
export async function age(id: string, ms: number): Promise<void> {
  const row = await verificationOf(id)
  if (!row) throw new Error('no such challenge')
  const back = (at: number | null) => (at === null ? null : at - ms)
  await db
    .update(verifications)
    .set({
      drawnAt: row.drawnAt - ms,
      expiresAt: row.expiresAt - ms,
      uploadedAt: back(row.uploadedAt),
      decidedAt: back(row.decidedAt),
    })
    .where(eq(verifications.id, id))
}
