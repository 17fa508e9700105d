import { cpSync, globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { serve, type Server } from '../server/serve.ts'
import { Browser } from './browser.ts'
import { databasesIn } from './fixture.ts'

/** Steps of the rehearsal in ms, the copy's size, and for each subject what its members find after the restore. */
export type Rehearsal = {
  timesMs: Record<'copy' | 'restore' | 'start', number>
  megabytes: number
  found: Record<string, string>
}

type Options = { stateDir: string; copyDir: string; secrets: Record<string, string> }

/** Two members by their email addresses. `otherId`: the second one's id. */
type Pair = { one: string; other: string; otherId: string; conversation: string }

type ListedObject = { key: string; customMetadata: Record<string, string> }

/** What D1 and R2 are in a state folder; the objects are beside them. */
const restoredFolders = ['d1', 'r2'] as const

/**
 * Restores a state as after a disaster: members act, a copy is made, they act again, database and bucket are lost, and both are
 * restored from the copy. The objects keep their data, so they are ahead of D1, as they are after D1's Time Travel.
 */
export async function rehearse({ stateDir, copyDir, secrets }: Options): Promise<Rehearsal> {
  const people = choosePeople(stateDir)
  const { talk, match, part, block } = people
  const gone = chooseLeaver(stateDir, people)
  const open = async (vars: Record<string, string> = {}) =>
    new RunningApp(await serve({ port: 0, stateDir, secrets, vars: { LIMITS_FACTOR: '100', ...vars } }))

  let app = await open()
  try {
    await app.say(talk, 'before the copy')
    const photoBefore = await app.showPhoto(talk, 'before')
    await app.close()
    const copyMs = measure(() => cpSync(stateDir, copyDir, { recursive: true }))

    app = await open()
    await app.say(talk, 'after the copy')
    const photoAfter = await app.showPhoto(talk, 'after')
    const matched = { ...match, conversation: await app.like(match) }
    await app.say(matched, 'hello, match')
    await app.post(part.one, '/api/chat/unmatch', { conversation: part.conversation })
    await app.post(block.one, '/api/blocks', { id: block.otherId })
    const session = (await app.enter(talk.other)).lastingCookies
    await app.signIn(gone.email)
    await app.purge(gone.id)
    const listed = await app.readDeletionList()
    await app.loseStores()
    const whileLost = await answerOf(app.signIn(talk.one))
    await app.close()
    const restoreMs = measure(() => restoredFolders.forEach((folder) => copyBack(folder, copyDir, stateDir)))

    const startedAt = performance.now()
    app = await open({ RESTORE_EPOCH: new Date().toISOString() })
    // The rehearsal puts all buckets back; in earnest, the list is never restored.
    await app.writeDeletionList(listed)
    const whileRestoring = await answerOf(app.signIn(gone.email))
    await app.runCron()
    await app.signIn(talk.one)
    const startMs = Math.round(performance.now() - startedAt)
    const texts = await app.read(talk)
    const orphanPage = await answerOf(app.openPage(matched))
    const orphan = await answerOf(app.say(matched, 'x'))
    const again = await app.like(match)
    const found = {
      'signing in while D1 is lost': whileLost,
      'signing in before the list of deletions is applied': whileRestoring,
      'signing in to an account that was purged after the copy': await answerOf(app.signIn(gone.email)),
      'that account in D1': (await app.hasMember(gone.id)) ? 'there' : 'deleted',
      'a message from before the copy': texts.includes('before the copy') ? 'there' : 'lost',
      'a message from after the copy': texts.includes('after the copy') ? 'there' : 'lost',
      'writing in that conversation': await answerOf(app.say(talk, 'and on')),
      'a photo from before the copy': await answerOf(app.measurePhoto(talk, photoBefore)),
      'a photo from after the copy': await answerOf(app.measurePhoto(talk, photoAfter)),
      'a session from after the copy': await answerOf(Browser.comeBack(app.url, session)),
      'a match from after the copy, its page': orphanPage,
      'a match from after the copy, writing': orphan,
      'the same two, once they have liked each other again':
        again === matched.conversation ? 'the same conversation' : 'another one',
      'what they had written': (await app.read(matched)).includes('hello, match') ? 'there' : 'lost',
      'an unmatch from after the copy, writing': await answerOf(app.say(part, 'x')),
      'that unmatch, made again': await answerOf(app.post(part.one, '/api/chat/unmatch', { conversation: part.conversation })),
      'a block from after the copy, writing': await answerOf(app.say(block, 'x')),
      'that block in D1': (await app.hasBlock(block)) ? 'there' : 'lost',
    }
    return { timesMs: { copy: copyMs, restore: restoreMs, start: startMs }, megabytes: sizeOf(copyDir), found }
  } finally {
    await app.close()
  }
}

/** A running server and its members, each with their own browser. */
class RunningApp {
  readonly #server: Server
  readonly #browsers = new Map<string, Promise<Browser>>()
  #isClosed = false

  constructor(server: Server) {
    this.#server = server
  }

  get url(): string {
    return this.#server.url
  }

  signIn(email: string): Promise<Browser> {
    return Browser.signIn(this.url, email, 'Kismet rehearsal')
  }

  enter(email: string): Promise<Browser> {
    const browser = this.#browsers.get(email) ?? this.signIn(email)
    this.#browsers.set(email, browser)
    return browser
  }

  async post<Answer>(email: string, path: string, body: Record<string, unknown>): Promise<Answer> {
    return (await this.enter(email)).post<Answer>(path, body)
  }

  say({ one, conversation }: Pair, text: string, photo?: string): Promise<unknown> {
    const message = { conversation, cid: crypto.randomUUID(), text, ...(photo === undefined ? {} : { photo }) }
    return this.post(one, '/api/chat/send', message)
  }

  /** Likes the other back; returns the conversation of the match. */
  async like({ one, otherId }: Pair): Promise<string> {
    const { conversationId } = await this.post<{ conversationId?: string }>(one, '/api/likes', { id: otherId })
    if (conversationId === undefined) throw new Error('The like made no match')
    return conversationId
  }

  /** The page of a conversation: its partner is read from D1. */
  async openPage({ one, conversation }: Pair): Promise<void> {
    const page = await (await this.enter(one)).get<object>(`/messages/_payload.json?chat=${conversation}`)
    if (!JSON.stringify(page).includes(conversation)) throw new Error('The page shows no such conversation: 404 ')
  }

  async showPhoto(pair: Pair, text: string): Promise<string> {
    const form = new FormData()
    form.set('conversation', pair.conversation)
    form.set('cid', crypto.randomUUID())
    const background = '#a33'
    const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .jpeg()
      .toBuffer()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'red.jpg')
    const { photo } = await (await this.enter(pair.one)).upload<{ photo: { id: string } }>('/api/chat/photo', form)
    await this.say(pair, text, photo.id)
    return photo.id
  }

  async measurePhoto({ one, conversation }: Pair, photo: string): Promise<number> {
    return (await this.enter(one)).measure(`/api/chat/photo/${conversation}/${photo}`)
  }

  /** The newest texts of a conversation, from its join. */
  async read({ one, conversation }: Pair): Promise<string[]> {
    const browser = await this.enter(one)
    const { user } = await browser.get<{ user: { id: string } }>('/api/auth/session')
    const socket = await browser.open(user.id)
    const page = (await socket.join(conversation)) as { messages: { text: string }[] }
    await socket.close()
    return page.messages.map(({ text }) => text)
  }

  /** The worst that a wrong command can do: all members are deleted with all their data, and all photos. */
  async loseStores(): Promise<void> {
    const [db, photos] = [await this.#server.miniflare.getD1Database('DB'), await this.#server.miniflare.getR2Bucket('PHOTOS')]
    await db.exec('delete from members')
    const { objects } = await photos.list()
    await photos.delete(objects.map(({ key }) => key))
  }

  /** The cron's run in which the thirty days of a deleted account are over. */
  async purge(memberId: string): Promise<void> {
    const db = await this.#server.miniflare.getD1Database('DB')
    await db.batch([
      db
        .prepare(
          `insert into deletions (member_id, requested_at, by, hides_at, purge_at, former_state) values (?, 1, 'member', 1, 1, 'complete')`,
        )
        .bind(memberId),
      db.prepare(`update members set state = 'deleted' where id = ?`).bind(memberId),
    ])
    await this.runCron()
    if (await this.hasMember(memberId)) throw new Error('The account was not purged')
  }

  async runCron(): Promise<void> {
    const worker = await this.#server.miniflare.getWorker()
    await worker.scheduled({ scheduledTime: new Date() })
  }

  async hasMember(memberId: string): Promise<boolean> {
    const db = await this.#server.miniflare.getD1Database('DB')
    return (await db.prepare('select 1 from members where id = ?').bind(memberId).first()) !== null
  }

  async readDeletionList(): Promise<ListedObject[]> {
    const bucket = await this.#server.miniflare.getR2Bucket('DELETIONS')
    const { objects } = await bucket.list({ include: ['customMetadata'] })
    return objects.map(({ key, customMetadata = {} }) => ({ key, customMetadata }))
  }

  async writeDeletionList(listed: readonly ListedObject[]): Promise<void> {
    const bucket = await this.#server.miniflare.getR2Bucket('DELETIONS')
    for (const { key, customMetadata } of listed) await bucket.put(key, '', { customMetadata })
  }

  async hasBlock({ one, otherId }: Pair): Promise<boolean> {
    const db = await this.#server.miniflare.getD1Database('DB')
    const query = db.prepare(`select 1 from blocks join members on id = blocker_id where email = ? and blocked_id = ?`)
    return (await query.bind(one, otherId).first()) !== null
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#server.close()
  }
}

/** Two who talk, two of whom one has liked the other, and two pairs that part after the copy. */
function choosePeople(stateDir: string): Record<'talk' | 'match' | 'part' | 'block', Pair> {
  const db = new DatabaseSync(databasesIn(stateDir).find((file) => file.includes('/d1/') && !file.includes('metadata')) ?? '', {
    readOnly: true,
  })
  const columns = `a.email as one, b.email as other, b.id as otherId`
  const fit = `a.state = 'complete' and b.state = 'complete' and not exists (select 1 from blocks where blocker_id in (a.id, b.id))`
  const pairs = db
    .prepare(
      `select ${columns}, conversation_id as conversation from pairs join members a on a.id = low_id join members b on b.id = high_id
      where unmatched_at is null and ${fit} order by conversation_id limit 3`,
    )
    .all()
  const liked = db
    .prepare(
      `select ${columns}, '' as conversation from likes join members a on a.id = to_id join members b on b.id = from_id
      where withdrawn_at is null and ${fit} and not exists (select 1 from pairs where low_id in (a.id, b.id) and high_id in (a.id, b.id))
      order by a.id, b.id limit 1`,
    )
    .all()
  db.close()
  const [talk, part, block] = pairs.map(toPair)
  const [match] = liked.map(toPair)
  if (!talk || !part || !block || !match) throw new Error('The state has too few members for a rehearsal: npm start makes one')
  return { talk, match, part, block }
}

/** Somebody else, whose account is purged after the copy. */
function chooseLeaver(stateDir: string, people: Record<string, Pair>): { id: string; email: string } {
  const file = databasesIn(stateDir).find((each) => each.includes('/d1/') && !each.includes('metadata')) ?? ''
  const db = new DatabaseSync(file, { readOnly: true })
  const taken = JSON.stringify(Object.values(people).flatMap(({ one, other }) => [one, other]))
  const row = db
    .prepare(
      `select id, email from members where state = 'complete' and password_hash <> ''
      and email not in (select value from json_each(?)) order by id limit 1`,
    )
    .get(taken)
  db.close()
  if (!row) throw new Error('The state has too few members for a rehearsal: npm start makes one')
  return { id: String(row['id']), email: String(row['email']) }
}

const toPair = ({ one, other, otherId, conversation }: Record<string, unknown>): Pair => ({
  one: String(one),
  other: String(other),
  otherId: String(otherId),
  conversation: String(conversation),
})

function copyBack(folder: string, copyDir: string, stateDir: string): void {
  rmSync(join(stateDir, folder), { recursive: true, force: true })
  cpSync(join(copyDir, folder), join(stateDir, folder), { recursive: true })
}

/** 'works', or the status of the refusal. */
async function answerOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'works'
  } catch (error) {
    const [, status] = /: (\d{3}) /.exec(String(error)) ?? []
    if (status === undefined) throw error
    return `refused with ${status}`
  }
}

function measure(work: () => void): number {
  const startedAt = performance.now()
  work()
  return Math.round(performance.now() - startedAt)
}

const sizeOf = (folder: string) =>
  Math.round(
    globSync(join(folder, '**/*')).reduce((bytes, file) => bytes + (statSync(file).isFile() ? statSync(file).size : 0), 0) / 1e5,
  ) / 10
