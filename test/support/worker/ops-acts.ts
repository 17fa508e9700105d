import { eq } from 'drizzle-orm'
import {
  auditLog,
  blogPosts,
  blogTranslations,
  contactMessages,
  deletions,
  failedEmails,
  paymentDifferences,
  photos,
  promoCodes,
  redirects,
  refunds,
  reports,
  restrictions,
  factorPasskeys,
  passkeys,
  secondFactors,
  switches,
  verifications,
} from '#db/schema.ts'
import type { StaffAct } from '#server/auth/staff-acts.ts'
import { storeMessage } from './contact.ts'
import { createMember, db, type TestMember } from './members.ts'
import { createPhoto } from './photos.ts'
import { writePost } from './posts.ts'
import { newId } from './realtime-client.ts'
import { fileReport } from './reports.ts'
import { order, pay } from './store.ts'
import { verificationOf } from './verification.ts'

/** An act to try: the form, and whether it was done. */
export type Attempt = { path: string; fields: Record<string, string>; isDone: () => Promise<boolean> }
type Prepare = (subject: TestMember) => Promise<Attempt>

const text = 'As we agreed with everybody who was there.'
const facts = 'On Monday you asked three members for money.'
const unique = (prefix: string) => `${prefix}${crypto.randomUUID().slice(0, 12)}`

async function restriction(memberId: string, values: Partial<typeof restrictions.$inferInsert> = {}): Promise<string> {
  const id = newId()
  const row = {
    id,
    memberId,
    rule: 'scam',
    facts,
    decidedBy: 'person',
    actorId: null,
    createdAt: 1,
    formerState: 'complete',
  } as const
  await db.insert(restrictions).values({ ...row, ...values })
  return id
}
const restrictionOf = async (id: string) => (await db.select().from(restrictions).where(eq(restrictions.id, id)))[0]

/** A passkey of this colleague that waits for acceptance as second factor. */
async function addFactorPasskey({ id, memberId }: { id: string; memberId: string }): Promise<void> {
  const key = { userHandle: id, publicKey: '', counter: 0, transports: [], backedUp: false, createdAt: 1 }
  await db.insert(passkeys).values({ id, memberId, ...key })
  await db.insert(factorPasskeys).values({ id, passkeyId: id, memberId, enrolledAt: 5 })
}

async function paidOrder(member: TestMember): Promise<string> {
  const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
  await pay(sessionId)
  return orderId
}

async function post(values: { publishedAt?: number } = {}): Promise<string> {
  const slug = unique('post-')
  await writePost({ slug, publishedAt: values.publishedAt ?? null, texts: { en: 'A walk' } })
  return slug
}
const postOf = async (slug: string) => (await db.select().from(blogPosts).where(eq(blogPosts.slug, slug)))[0]

/** What each act that changes something needs to be possible. Acts about the site have no subject. */
export const attempts: Partial<Record<StaffAct, Prepare>> = {
  async decideAboutFactor({ id }) {
    const row = { memberId: id, sealedSecret: 'x', recoveryHashes: [], confirmedAt: 5 }
    await db.insert(secondFactors).values(row).onConflictDoNothing()
    const isDone = async () => {
      const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.memberId, id))
      return factor?.confirmedAt === 5 && factor.acceptedAt !== null
    }
    return { path: `/ops/factors/${id}`, fields: { decision: 'accept', at: '5' }, isDone }
  },
  async decideAboutPasskey({ id: memberId }) {
    const id = unique('passkey-')
    await db.insert(secondFactors).values({ memberId, sealedSecret: 'x', recoveryHashes: [] }).onConflictDoNothing()
    await addFactorPasskey({ id, memberId })
    const isDone = async () => (await db.select().from(factorPasskeys).where(eq(factorPasskeys.id, id)))[0]?.acceptedAt !== null
    return { path: `/ops/factor-passkeys/${id}`, fields: { decision: 'accept', member: memberId }, isDone }
  },
  async decideAboutPhoto(subject) {
    const { id } = await createPhoto(subject, { state: 'pending' })
    const isDone = async () => (await db.select().from(photos).where(eq(photos.id, id)))[0]?.state !== 'pending'
    return { path: `/ops/photos/${id}`, fields: { decision: 'approved' }, isDone }
  },
  async decideAboutVerification(subject) {
    const { id: photoId } = await createPhoto(subject)
    const [id, now] = [newId(), Date.now()]
    const row = {
      id,
      memberId: subject.id,
      pose: 'fist',
      photoId,
      state: 'waiting',
      drawnAt: now,
      expiresAt: now,
      uploadedAt: now,
    } as const
    await db.insert(verifications).values(row)
    const isDone = async () => (await verificationOf(id))?.state !== 'waiting'
    return { path: `/ops/verifications/${id}`, fields: { decision: 'again' }, isDone }
  },
  async decideAboutReport(subject) {
    const id = await fileReport(await createMember(), subject)
    const isDone = async () => (await db.select().from(reports).where(eq(reports.id, id)))[0]?.state !== 'open'
    return { path: `/ops/reports/${id}`, fields: { action: 'dismiss', reason: text }, isDone }
  },
  async restrict({ id }) {
    const isDone = async () => (await db.select().from(restrictions).where(eq(restrictions.memberId, id))).length > 0
    return { path: `/ops/members/${id}/restrict`, fields: { rule: 'scam', facts, duration: 'week' }, isDone }
  },
  async deleteMember({ id: memberId }) {
    const isDone = async () => (await db.select().from(deletions).where(eq(deletions.memberId, memberId))).length > 0
    return { path: `/ops/members/${memberId}/delete`, fields: { rule: 'scam', facts, confirm: 'yes' }, isDone }
  },
  async lift({ id: memberId }) {
    const id = await restriction(memberId)
    const isDone = async () => (await restrictionOf(id))?.liftedAt !== null
    return { path: `/ops/restrictions/${id}/lift`, fields: {}, isDone }
  },
  async decideAboutAppeal({ id: memberId }) {
    const id = await restriction(memberId, { appealText: text, appealedAt: 2 })
    const isDone = async () => (await restrictionOf(id))?.appealDecidedAt !== null
    return { path: `/ops/appeals/${id}`, fields: { outcome: 'lifted' }, isDone }
  },
  async decideAboutMessage({ id: memberId }) {
    const { id } = await storeMessage()
    await db.update(contactMessages).set({ memberId }).where(eq(contactMessages.id, id))
    const isDone = async () => (await db.select().from(contactMessages).where(eq(contactMessages.id, id)))[0]?.state !== 'open'
    return { path: `/ops/contact/${id}`, fields: { decision: 'close' }, isDone }
  },
  async settleOrder(subject) {
    const id = await paidOrder(subject)
    const isDone = async () =>
      (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).some(({ action }) => action === 'order.settled')
    return { path: `/ops/orders/${id}/settle`, fields: {}, isDone }
  },
  async refundOrder(subject) {
    const id = await paidOrder(subject)
    const isDone = async () => (await db.select().from(refunds).where(eq(refunds.orderId, id))).length > 0
    return { path: `/ops/orders/${id}/refund`, fields: { part: 'whole', reason: text, amount: '999' }, isDone }
  },
  async closeDifference(subject) {
    const id = newId()
    const { orderId } = await order(subject, { 'boost-5': 1 })
    const row = {
      id,
      orderId,
      sessionId: id,
      kind: 'refund',
      currency: 'GBP',
      ours: 0,
      theirs: 3,
      foundAt: 1,
      seenAt: 1,
    } as const
    await db.insert(paymentDifferences).values(row)
    const isDone = async () =>
      (await db.select().from(paymentDifferences).where(eq(paymentDifferences.id, id)))[0]?.closedAt !== null
    return { path: `/ops/payments/${id}/close`, fields: { note: text }, isDone }
  },
  async decideAboutMail() {
    const id = newId()
    const times = { askedAt: 1, failedAt: 2, usefulUntil: 3 }
    await db.insert(failedEmails).values({ id, kind: 'sign-in', sealed: '', code: 'E', attempts: 1, ...times })
    const isDone = async () => (await db.select().from(failedEmails).where(eq(failedEmails.id, id))).length === 0
    return { path: `/ops/mail/${id}`, fields: { decision: 'discard' }, isDone }
  },
  async createPromo() {
    const code = unique('NEW').replaceAll('-', '').toUpperCase()
    const isDone = async () => (await db.select().from(promoCodes).where(eq(promoCodes.code, code))).length > 0
    return { path: '/ops/promo-codes', fields: { code, percent: '10' }, isDone }
  },
  async endPromo() {
    const code = unique('END').replaceAll('-', '').toUpperCase()
    await db.insert(promoCodes).values({ code, percent: 10, createdAt: 1 })
    const isDone = async () => (await db.select().from(promoCodes).where(eq(promoCodes.code, code)))[0]?.endsAt !== null
    return { path: `/ops/promo-codes/${code}/end`, fields: {}, isDone }
  },
  async createRedirect() {
    const path = unique('/new-')
    const isDone = async () => (await db.select().from(redirects).where(eq(redirects.path, path))).length > 0
    return { path: '/ops/redirects', fields: { path, target: '/about' }, isDone }
  },
  async deleteRedirect() {
    const path = unique('/old-')
    await db.insert(redirects).values({ path, target: '/about', createdAt: 1 })
    const isDone = async () => (await db.select().from(redirects).where(eq(redirects.path, path))).length === 0
    return { path: '/ops/redirects/remove', fields: { path }, isDone }
  },
  async turnSwitch() {
    await db.delete(switches)
    const isDone = async () => (await db.select().from(switches)).length > 0
    return { path: '/ops/switches/photos', fields: { to: 'off', reason: text }, isDone }
  },
  async createPost() {
    const slug = unique('new-')
    const isDone = async () => (await postOf(slug)) !== undefined
    return { path: '/ops/posts', fields: { slug }, isDone }
  },
  async tagPost() {
    const slug = await post()
    const isDone = async () => (await postOf(slug))?.tags.length === 1
    return { path: `/ops/posts/${slug}/tags`, fields: { 'tags[]': 'safety' }, isDone }
  },
  async publishPost() {
    const slug = await post()
    const isDone = async () => (await postOf(slug))?.publishedAt !== null
    return { path: `/ops/posts/${slug}/publish`, fields: {}, isDone }
  },
  async unpublishPost() {
    const slug = await post({ publishedAt: 1 })
    const isDone = async () => (await postOf(slug))?.publishedAt === null
    return { path: `/ops/posts/${slug}/unpublish`, fields: {}, isDone }
  },
  async deletePost() {
    const slug = await post()
    const isDone = async () => (await postOf(slug)) === undefined
    return { path: `/ops/posts/${slug}/delete`, fields: {}, isDone }
  },
  async savePostText() {
    const slug = await post()
    const isDone = async () =>
      (await db.select().from(blogTranslations).where(eq(blogTranslations.slug, slug)))[0]?.title === 'Another walk'
    const fields = {
      title: 'Another walk',
      description: 'What there is to see on a second walk, and who comes along.',
      body: text,
    }
    return { path: `/ops/posts/${slug}/texts/en`, fields, isDone }
  },
}
