import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { dataExports, exportParts, members } from '#db/schema.ts'
import { confirmationLifetimeMs } from '#features/auth/contract.ts'
import { exportActions, exportLifetimeMs } from '#features/personal-data/contract.ts'
import { dropExports } from '#features/personal-data/server/public.ts'
import { continueExport, retryDelaysS } from '#worker/export/consume.ts'
import { stalledMs, sweepExports } from '#worker/export/sweep-exports.ts'
import { browserOf, createPerson } from '#test/support/worker/account.ts'
import {
  Archive,
  ask,
  confirm,
  download,
  exportsOf,
  finish,
  makeExport,
  openExport,
  stateOf,
} from '#test/support/worker/exports.ts'
import { consume, queueOf } from '#test/support/worker/mail-queue.ts'
import { createMember, db, postForm, type TestMember } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

vi.setConfig({ testTimeout: 120_000 })

const codeOf = async (response: Response) => {
  const { error } = await response.json<{ error: { code: string } }>()
  return [response.status, error.code]
}
const objectsOf = async ({ id }: TestMember) => (await env.EXPORTS.list({ prefix: `${id}/` })).objects.map(({ key }) => key)

/** An export that has just been asked for, and that no queue moves on. */
async function started(member?: TestMember) {
  const own = member ?? (await createMember())
  const id = newId()
  const now = Date.now()
  const times = { createdAt: now, updatedAt: now, expiresAt: now + exportLifetimeMs }
  await db
    .insert(dataExports)
    .values({ id, memberId: own.id, day: now, state: 'preparing', origin: 'https://kismet.test', ...times })
  return { member: own, id }
}

describe('asking for an export', () => {
  it('needs a confirmation of the last ten minutes', async () => {
    const member = await createMember()
    expect(await codeOf(await ask(member))).toEqual([403, 'unconfirmed'])
    await confirm(member, Date.now() - confirmationLifetimeMs - 60_000)
    expect(await codeOf(await ask(member))).toEqual([403, 'unconfirmed'])
    expect(await exportsOf(member)).toEqual([])
    await confirm(member)
    const response = await ask(member)
    expect([response.status, await response.json()]).toEqual([202, { state: 'preparing' }])
  })

  it('is open to a restricted member, and to nobody without a session', async () => {
    const member = await createMember({ member: { state: 'restricted' } })
    await confirm(member)
    expect((await ask(member)).status).toBe(202)
    expect((await new Visitor().get(exportActions.state.path)).status).toBe(401)
  })

  it('works once a day, and again the next day', async () => {
    const member = await createMember()
    const first = await makeExport(member)
    const refused = await ask(member)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await codeOf(refused)).toEqual([429, 'too-many'])
    // A day later, as seen by the row: it counted for the day before.
    await db
      .update(dataExports)
      .set({ day: Date.now() - 25 * 60 * 60_000 })
      .where(eq(dataExports.id, first))
    expect((await ask(member)).status).toBe(202)
    const rows = await exportsOf(member)
    expect(rows).toHaveLength(2)
    expect((await ask(member)).status).toBe(429)
    // Both are kept for their own seven days.
    expect(rows.find(({ id }) => id === first)?.state).toBe('ready')
  })

  it('starts one of two at once', async () => {
    const member = await createMember()
    await confirm(member)
    const statuses = (await Promise.all([ask(member), ask(member), ask(member)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([202, 429, 429])
    expect(await exportsOf(member)).toHaveLength(1)
  })

  it('is possible the same day after one that failed', async () => {
    const { member, id } = await started()
    await consume('kismet-exports-failed', [{ id }])
    expect(await stateOf(member)).toEqual({ state: 'failed' })
    await confirm(member)
    expect((await ask(member)).status).toBe(202)
    for (const each of await exportsOf(member)) await finish(each.id)
    expect((await exportsOf(member)).map(({ state }) => state).toSorted()).toEqual(['failed', 'ready'])
    expect(await stateOf(member)).toMatchObject({ state: 'ready' })
  })

  it('works without a script, as a form of the settings', async () => {
    const member = await createMember()
    await confirm(member)
    const response = await postForm(member, exportActions.ask.path, { back: '/main-settings?section=privacy' }, { referer: 'https://kismet.localhost/main-settings?section=privacy' }) // prettier-ignore
    expect([response.status, response.headers.get('location')]).toEqual([303, '/main-settings?section=privacy'])
    const page = await (await browserOf(member).get('/main-settings?section=privacy')).text()
    expect(page).toMatch(/We’re preparing your file|Your file is ready/)
  })
})

describe('the state of an export', () => {
  it('is none before the first, then the size, the end and the id of the file', async () => {
    const member = await createMember()
    expect(await stateOf(member)).toEqual({ state: 'none' })
    const id = await makeExport(member)
    const state = await stateOf(member)
    expect(state).toEqual({ state: 'ready', id, size: expect.any(Number), expiresAt: expect.any(Number) })
    const bytes = await (await download(member, id)).arrayBuffer()
    expect(state).toMatchObject({ size: bytes.byteLength })
  })

  it('comes with a notification and an email that lead to the settings, without a secret', async () => {
    const { member, id } = await started()
    const mails: { kind: string }[] = []
    const mail = queueOf((body) => void mails.push(body as { kind: string }))
    while (await continueExport({ ...env, MAIL: mail }, id, Date.now())) continue
    expect(mails.map(({ kind }) => kind)).toEqual(['export-ready'])
    const [notice] = await env.MEMBER_HUB.getByName(member.id).notices(10, null)
    expect(notice?.notice).toEqual({ id: `export:${id}`, kind: 'security', event: 'export-ready' })
    const sent: string[] = []
    await consume('kismet-mail', mails, { EMAIL: { send: async (email: unknown) => (sent.push(JSON.stringify(email)), { messageId: 'x' }) } as SendEmail }) // prettier-ignore
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain('https://kismet.test/main-settings?section=privacy')
    expect(sent[0]).not.toContain(id)
  })
})

describe('downloading an export', () => {
  it('sends an attachment that no cache keeps', async () => {
    const member = await createMember()
    const response = await download(member, await makeExport(member))
    expect(response.status).toBe(200)
    const { headers } = response
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="kismet-\d{4}-\d\d-\d\d\.zip"$/)
    expect(headers.get('cache-control')).toContain('no-store')
    await response.arrayBuffer()
  })

  it('needs a confirmation of the last ten minutes, for whatever id', async () => {
    const member = await createMember()
    const id = await makeExport(member)
    await confirm(member, Date.now() - confirmationLifetimeMs - 60_000)
    expect(await codeOf(await download(member, id))).toEqual([403, 'unconfirmed'])
    expect(await codeOf(await download(member, newId()))).toEqual([403, 'unconfirmed'])
  })

  it('answers for another member’s file as for an id that does not exist', async () => {
    const [member, other] = [await createMember(), await createMember()]
    const id = await makeExport(member)
    await confirm(other)
    const answerTo = async (asked: string) => {
      const response = await download(other, asked)
      return [response.status, (await response.text()).replace(/"requestId":"[^"]*"/, '')]
    }
    expect(await answerTo(id)).toEqual(await answerTo(newId()))
    expect((await answerTo(id))[0]).toBe(404)
  })

  it('ends after seven days, and then the objects and the row are deleted', async () => {
    const member = await createMember()
    const id = await makeExport(member)
    expect((await objectsOf(member)).length).toBeGreaterThan(10)
    const now = Date.now()
    await sweepExports(env, now + exportLifetimeMs - 60_000)
    expect((await download(member, id)).status).toBe(200)
    // Expired, before any sweep.
    await db
      .update(dataExports)
      .set({ expiresAt: now - 1 })
      .where(eq(dataExports.id, id))
    expect((await download(member, id)).status).toBe(404)
    expect(await stateOf(member)).toEqual({ state: 'none' })
    await sweepExports(env, now)
    expect([await objectsOf(member), await exportsOf(member)]).toEqual([[], []])
    expect(await db.select().from(exportParts).where(eq(exportParts.exportId, id))).toEqual([])
  })

  it('of one that is being made is not possible', async () => {
    const { member, id } = await started()
    await confirm(member)
    expect((await download(member, id)).status).toBe(404)
  })

  it('stays possible for an account that is deleted, which cannot ask for another', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const id = await makeExport(person)
    await db.update(members).set({ state: 'deleted' }).where(eq(members.id, person.id))
    const response = await download(person, id)
    expect(response.status).toBe(200)
    expect(new Archive(new Uint8Array(await response.arrayBuffer())).rows('members')).toHaveLength(1)
    expect((await ask(person)).status).toBe(401)
  })

  it('is over with all exports of a member, however far they are', async () => {
    const member = await createMember()
    const id = await makeExport(member)
    const other = await started(member)
    await continueExport(env, other.id, Date.now(), { steps: 3, bytes: 1e9 })
    await dropExports(env, member.id)
    expect([await objectsOf(member), await exportsOf(member)]).toEqual([[], []])
    expect((await download(member, id)).status).toBe(404)
    // A run that is still queued finds nothing to do.
    expect(await continueExport(env, other.id, Date.now())).toBe(false)
    expect(await objectsOf(member)).toEqual([])
  })
})

describe('making an export', () => {
  it('goes on after a crash before and after every write, with the same file as without', async () => {
    const member = await createMember({ member: { firstName: 'Mara' } })
    const whole = await openExport(member)
    await db.delete(dataExports).where(eq(dataExports.memberId, member.id))
    const { id } = await started(member)
    let crashes = 0
    for (let run = 0; run < 1000; run++) {
      const [row] = await exportsOf(member)
      if (row?.state !== 'preparing') break
      // First the bucket, then the database fails; then the step succeeds, once it was written by somebody else in between.
      const failing = {
        ...env,
        EXPORTS: new Proxy(env.EXPORTS, { get: (target, name) => (name === 'put' ? async (key: string, bytes: Uint8Array) => { await target.put(key, bytes); throw new Error('crash after the object') } : Reflect.get(target, name).bind(target)) }), // prettier-ignore
      }
      await expect(continueExport(failing, id, Date.now(), { steps: 1, bytes: 1 })).rejects.toThrow('crash')
      const cut = { ...env, DB: new Proxy(env.DB, { get: (target, name) => (name === 'batch' ? () => Promise.reject(new Error('crash before the row')) : Reflect.get(target, name).bind(target)) }) } // prettier-ignore
      await expect(continueExport(cut, id, Date.now(), { steps: 1, bytes: 1 })).rejects.toThrow('crash')
      crashes += 2
      await Promise.all([
        continueExport(env, id, Date.now(), { steps: 1, bytes: 1 }),
        continueExport(env, id, Date.now(), { steps: 1, bytes: 1 }),
      ])
    }
    expect(crashes).toBeGreaterThan(60)
    await confirm(member)
    const again = new Archive(new Uint8Array(await (await download(member, id)).arrayBuffer()))
    expect([...again.files.keys()]).toEqual([...whole.files.keys()])
    for (const table of ['members', 'profiles', 'consents']) expect(again.rows(table)).toEqual(whole.rows(table))
    expect(again.text('index.html').match(/<section/g)).toHaveLength(whole.text('index.html').match(/<section/g)?.length ?? 0)
  })

  it('is announced by the next attempt if the first one crashed in between', async () => {
    const { id } = await started()
    const away = queueOf(() => Promise.reject(new Error('the queue is away')))
    const attempt = (MAIL: Queue) => consume('kismet-exports', [{ id }], { MAIL, EXPORT_QUEUE: queueOf(() => undefined) })
    let last = await attempt(away)
    while (last.retryMessages.length === 0) last = await attempt(away)
    const mails: unknown[] = []
    await attempt(queueOf((body) => void mails.push(body)))
    expect(mails).toHaveLength(1)
  })

  it('takes no step longer than its share, and the queue goes on', async () => {
    const { id } = await started()
    const sent: unknown[] = []
    const { explicitAcks, retryMessages } = await consume('kismet-exports', [{ id }, 'nonsense'], {
      EXPORT_QUEUE: queueOf((body) => void sent.push(body)),
    })
    expect(explicitAcks).toHaveLength(2)
    expect(retryMessages).toEqual([])
    expect(sent.length).toBeLessThanOrEqual(1)
    for (const each of sent) expect(each).toEqual({ id })
  })

  it('is tried again after a failure, later each time', async () => {
    const { id } = await started()
    const EXPORTS = { put: () => Promise.reject(new Error('away')) } as unknown as R2Bucket
    for (const [index, delay] of retryDelaysS.entries()) {
      const { pausesS } = await consume('kismet-exports', [{ id }], { EXPORTS, attempts: index + 1 })
      expect(pausesS).toEqual([delay])
    }
  })

  it('goes on by the cron if its message was lost, and fails after a day', async () => {
    const { member, id } = await started()
    const sent: unknown[] = []
    const queued = { ...env, EXPORT_QUEUE: queueOf((body) => void sent.push(body)) }
    const now = Date.now()
    await sweepExports(queued, now)
    expect(sent).not.toContainEqual({ id })
    await sweepExports(queued, now + stalledMs + 60_000)
    expect(sent).toContainEqual({ id })
    await sweepExports(queued, now + 25 * 60 * 60_000)
    expect(await stateOf(member)).toEqual({ state: 'failed' })
  })

  it('ends without a file if the account is deleted in the meantime', async () => {
    const { member, id } = await started()
    await continueExport(env, id, Date.now(), { steps: 2, bytes: 1e9 })
    await db.update(members).set({ state: 'deleted' }).where(eq(members.id, member.id))
    expect(await continueExport(env, id, Date.now())).toBe(false)
    expect((await exportsOf(member)).map(({ state }) => state)).toEqual(['failed'])
    expect(await objectsOf(member)).toEqual([])
  })
})
