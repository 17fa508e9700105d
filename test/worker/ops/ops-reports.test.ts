import { env } from 'cloudflare:test'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { auditLog, members, photos, profiles, reports } from '#db/schema.ts'
import { sendMessage } from '#features/chat/server/public.ts'
import { removeObjects } from '#features/photos/server/public.ts'
import { listCopies } from '#features/reports/server/public.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { createEnrolled, createModerator } from '#test/support/worker/staff.ts'
import { createWriter, likeThing } from '#test/support/worker/ties.ts'

vi.setConfig({ testTimeout: 60_000 })

const looksAt = (id: string) =>
  db
    .select({ actor: auditLog.actorId, action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))

describe('the queue of reports', () => {
  it('lists open ones by age with ids and states, and shows no evidence by itself', async () => {
    const [moderator, anna, ben] = await Promise.all([
      createModerator(),
      createMember({ member: { firstName: 'Anna' } }),
      createMember({ member: { firstName: 'Ben' }, profile: { about: 'a suspicious text' } }),
    ])
    const id = await fileReport(anna, ben, { text: 'he wrote <b>this</b>' })
    const closed = await fileReport(await createMember(), ben)
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, ben.id))
    await db.update(reports).set({ state: 'dismissed' }).where(eq(reports.id, closed))
    const page = await (await moderator.get('/ops/reports')).text()
    for (const part of [`/ops/reports/${id}`, anna.id, ben.id, 'restricted', 'spam']) expect(page).toContain(part)
    for (const part of ['suspicious', 'he wrote', closed]) expect(page).not.toContain(part)
    expect(await looksAt(id)).toEqual([])
    expect(await (await moderator.get('/ops')).text()).toMatch(/Reports that wait: \d+/)
  })

  it('goes on behind a page of fifty', async () => {
    const moderator = await createModerator()
    const about = newId()
    for (let n = 0; n < 51; n += 1)
      await db.insert(reports).values({
        id: `old-${String(n).padStart(2, '0')}-${about}`,
        reporterId: newId(),
        reportedId: about,
        category: 'fake',
        source: 'profile',
        createdAt: n < 2 ? 1 : n,
      })
    const first = await (await moderator.get('/ops/reports')).text()
    const next = /href="(\/ops\/reports\?after=[^"]*)"/.exec(first)?.[1] ?? ''
    const second = await (await moderator.get(next)).text()
    expect([first.match(/reports\/old-\d\d/g)?.length, second.match(/reports\/old-\d\d/g)]).toEqual([50, ['reports/old-50']])
    expect(first).toContain('account gone')
    await db.delete(reports).where(eq(reports.reportedId, about))
  })
})

describe('a report', () => {
  it('keeps the answers that its reporter saw, as they were', async () => {
    const promptAnswers = [
      { prompt: 'night-train', text: '<b>mine</b>', language: 'en', see: 'everyone' },
      { prompt: 'ask-me', text: 'only for matches', language: null, see: 'matches' },
    ]
    const [moderator, anna, ben] = await Promise.all([
      createModerator(),
      createMember(),
      createMember({ profile: { promptAnswers } }),
    ])
    const id = await fileReport(anna, ben)
    await db.update(profiles).set({ promptAnswers: [] }).where(eq(profiles.memberId, ben.id))
    const page = await (await moderator.get(`/ops/reports/${id}`)).text()
    expect(page).toContain('night train')
    expect(page).toContain('&lt;b&gt;mine&lt;/b&gt;')
    expect(page).not.toContain('only for matches')
  })

  it('shows the line of a like, escaped, with the photo that it is for, also once that was removed from the profile', async () => {
    const [moderator, anna, noah] = await Promise.all([createModerator(), createMember(), createWriter()])
    const photo = await createPhoto(noah)
    await likeThing(anna, noah, { tieKind: 'photo', tieRef: photo.id, line: 'An <b>ugly</b> line' })
    const id = await fileReport(noah, anna)
    const read = async () => (await moderator.get(`/ops/reports/${id}`)).text()
    await vi.waitFor(async () => expect(await listCopies(env.PHOTOS, id)).toContain(photo.key))
    const html = await read()
    expect(html).toContain('An &lt;b&gt;ugly&lt;/b&gt; line')
    expect(html).toContain('alt="The liked photo"')
    await db.delete(photos).where(eq(photos.id, photo.id))
    const address = /src="(\/ops\/reports\/[^"]+)" alt="The liked photo"/.exec(await read())?.[1] ?? ''
    const picture = await moderator.get(address)
    expect([picture.status, await picture.text()]).toEqual([200, photo.key])
  })

  it('opens with its evidence, escaped, and every look is in the audit log', async () => {
    const [moderator, { anna, ben, conversation }] = await Promise.all([createModerator(), createMatch()])
    await sendMessage(env, conversation, { member: ben.id, cid: newId(), text: '<script>alert(1)</script>\nsecond line' })
    const id = await fileReport(anna, ben, { text: 'look at <i>that</i>' })
    const page = await (await moderator.get(`/ops/reports/${id}`)).text()
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\nsecond line')
    expect(page).toContain('look at &lt;i&gt;that&lt;/i&gt;')
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/ops.js" type="module">'])
    for (const part of [anna.id, ben.id, 'Reported</strong>', 'a match']) expect(page).toContain(part)
    expect(await looksAt(id)).toEqual([{ actor: moderator.id, action: 'report.viewed', detail: {} }])
    await moderator.get(`/ops/reports/${id}`)
    expect(await looksAt(id)).toHaveLength(2)
  })

  it('shows the profile’s photos by addresses of this moderator, those removed since by their copies, and says which are gone', async () => {
    const [moderator, other, anna, ben] = await Promise.all([
      createModerator(),
      createModerator(),
      createMember(),
      createMember(),
    ])
    const [kept, removed, gone] = [
      await createPhoto(ben),
      await createPhoto(ben, { position: 1 }),
      await createPhoto(ben, { position: 2 }),
    ]
    await removeObjects(env.PHOTOS, [gone.key])
    const id = await fileReport(anna, ben)
    await vi.waitFor(async () => expect(await listCopies(env.PHOTOS, id)).toEqual(new Set([kept.key, removed.key])))
    await db.delete(photos).where(inArray(photos.id, [removed.id, gone.id]))
    await removeObjects(env.PHOTOS, [removed.key])
    const page = await (await moderator.get(`/ops/reports/${id}`)).text()
    const address = new RegExp(`<img src="([^"]*${kept.key}[^"]*)"`).exec(page)?.[1] ?? ''
    expect((await moderator.get(address)).status).toBe(200)
    expect((await other.get(address)).status).toBe(404)
    expect((await openPage(anna, address)).status).toBe(404)
    const copy = `/ops/reports/${id}/pictures/1`
    expect(page).toContain(`<img src="${copy}"`)
    expect(page).toContain('Photo 3 was removed since.')
    expect(await (await moderator.get(copy)).text()).toBe(removed.key)
    expect((await looksAt(id)).map(({ action, detail }) => [action, detail])).toEqual([
      ['report.viewed', {}],
      ['report.photo-viewed', { position: 1 }],
    ])
    for (const path of [2, 3, -1, 'x'].map((place) => `/ops/reports/${id}/pictures/${place}`))
      expect((await moderator.get(path)).status, path).toBe(404)
    expect((await openPage(anna, copy)).status).toBe(404)
  })

  it('shows a message’s photo to who has passed the doors, and writes that down', async () => {
    const [moderator, anna, ben] = await Promise.all([createModerator(), createMember(), createMember()])
    const id = await fileReport(anna, ben)
    const key = newId()
    await env.PHOTOS.put(`chat/${key}.webp`, 'a picture')
    const data = {
      conversation: 'c',
      left: 0,
      messages: [{ seq: 7, from: ben.id, text: '', sentAt: 1, photo: { key, width: 10, height: 10 } }],
    }
    await env.DB.prepare("insert into report_evidence (report_id, kind, data, taken_at) values (?, 'messages', ?, 1)")
      .bind(id, JSON.stringify(data))
      .run()
    const path = `/ops/reports/${id}/photos/7`
    expect(await (await moderator.get(`/ops/reports/${id}`)).text()).toContain(`src="${path}"`)
    expect(await (await moderator.get(path)).text()).toBe('a picture')
    expect((await looksAt(id)).map(({ action, detail }) => [action, detail])).toEqual([
      ['report.viewed', {}],
      ['report.photo-viewed', { seq: 7 }],
    ])
    expect((await moderator.get(`/ops/reports/${id}/photos/8`)).status).toBe(404)
    expect((await openPage(anna, path)).status).toBe(404)
  })

  it('about a moderator, or by one, is for others: not in their list, not at its address', async () => {
    const [moderator, colleague, anna] = await Promise.all([createModerator(), createModerator('operator'), createMember()])
    const id = await fileReport(anna, moderator.member)
    expect(await (await moderator.get('/ops/reports')).text()).not.toContain(id)
    const answer = await moderator.get(`/ops/reports/${id}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops/reports'])
    expect(await looksAt(id)).toEqual([])
    expect(await (await colleague.get('/ops/reports')).text()).toContain(id)
    expect((await colleague.get(`/ops/reports/${id}`)).status).toBe(200)
  })

  it('stays closed before the second factor and does not exist for members', async () => {
    const [enrolled, anna, ben] = await Promise.all([createEnrolled(), createMember(), createMember()])
    const id = await fileReport(anna, ben)
    for (const path of ['', `/${id}`, `/${id}/photos/1`, `/${id}/pictures/0`].map((rest) => `/ops/reports${rest}`)) {
      const answer = await enrolled.get(path)
      expect([answer.status, answer.headers.get('location')], path).toEqual([303, '/ops'])
      expect((await openPage(anna, path)).status, path).toBe(404)
    }
    expect(await looksAt(id)).toEqual([])
  })
})
