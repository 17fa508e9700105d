import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { withMessage } from './server/run.ts'
import { Browser } from './state/browser.ts'
import { databasesIn, fixtureFile, notesFile, pack, stateSecret, type Notes } from './state/fixture.ts'
import { lookAround } from './state/look.ts'

/**
 * Creates test/support/fixtures/state-before.tar.gz: the objects and the database of a version that is in use.
 * test/build/state-before.test.ts starts them with the current build. To create it from another version:
 *
 *     git worktree add --detach ../before <commit> && (cd ../before && npm ci)
 *     npm exec -- node scripts/state-before.ts ../before
 *
 * The other checkout is built and served by its own scripts. This one acts as the members. It needs GNU tar.
 */
type ServeModule = typeof import('./server/serve.ts')
type PrepareModule = typeof import('./server/prepare.ts')
type BuildModule = typeof import('./server/build.ts')

/** By then receipts and redeliveries have been sent; later alarms are still pending. */
const settledMs = 15_000

const stateDir = mkdtempSync(join(tmpdir(), 'kismet-state-'))

await withMessage(async () => {
  const root = resolve(process.argv[2] ?? '../before')
  process.chdir(root)
  const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(root, path)).href)
  const { ensureBuild } = await load<BuildModule>('scripts/server/build.ts')
  const { prepare } = await load<PrepareModule>('scripts/server/prepare.ts')
  const { serve } = await load<ServeModule>('scripts/server/serve.ts')
  const secrets = { SESSION_SECRET: stateSecret }
  try {
    await ensureBuild()
    await prepare({ stateDir, secrets })
    const server = await serve({ port: 0, stateDir, secrets, vars: { LIMITS_FACTOR: '100' } })
    // Closed in any case, because a server that runs keeps this process alive.
    const notes = await live(server.url).finally(() => server.close())
    writeFileSync(join(stateDir, notesFile), JSON.stringify(notes, null, 1))
    pack(stateDir)
    console.log(`${fixtureFile}: ${Math.ceil(statSync(fixtureFile).size / 1024)} KB`)
  } finally {
    rmSync(stateDir, { recursive: true, force: true })
  }
}, 'The fixture is as it was. The other version has to be installed (npm ci); the head of this script has the commands.')

/** Lets members act, and returns the last answers that they received. */
async function live(url: string): Promise<Notes> {
  const people = readPeople()
  const member = (name: string) => people.members[name] ?? ''
  const enter = (name: string, agent = 'Firefox/140.0 (X11; Linux x86_64)') => Browser.signIn(url, `${name}@demo.test`, agent)
  const [anna, ben, olena] = [await enter('anna'), await enter('ben'), await enter('olena')]

  const withBen = people.pairs['ben'] ?? ''
  const withOther = people.pairs['ro-14'] ?? ''
  const withEnded = people.pairs['en-6'] ?? ''
  const photo = await talk(anna, ben, withBen)
  await anna.post('/api/chat/unmatch', { conversation: withEnded })

  const asker = await enter('cs-16')
  type Asked = { conversation: string }
  const incoming = await asker.post<Asked>('/api/chat/request', { to: member('anna'), cid: 'state-ask-1', text: 'Cake first?' })
  const outgoing = await anna.post<Asked>('/api/chat/request', { to: member('de-11'), cid: 'state-ask-2', text: 'Ponds at six?' })

  const admirer = await enter(people.likedByAnna)
  await admirer.post('/api/likes', { id: member('anna') })
  await (await enter('de-6')).post('/api/visits', { id: member('anna') })

  await olena.post('/api/settings/chat', { readMarks: false, typing: false })
  await olena.post('/api/settings/privacy', { showsOnline: false, browsesInvisibly: true })
  await olena.post('/api/notifications/settings', { toast: ['message', 'match'], sound: ['match'], email: [] })
  await olena.post('/api/notifications/settings/quiet-hours', { quiet: '1', start: '21:30', end: '06:45' })

  const ended = await endSession(await enter('anna', 'Safari/605.1.15 (Macintosh)'), member('anna'))
  await leaveUnseen(anna, member('anna'), withOther, await enter('ro-14'))

  await sleep(settledMs)
  const conversations = {
    withBen,
    withOther,
    withEnded,
    incoming: incoming.conversation,
    outgoing: outgoing.conversation,
  }
  const cookies = { anna: anna.lastingCookies, ben: ben.lastingCookies, olena: olena.lastingCookies }
  const live = sessionOf(await anna.token())
  const madeAt = Date.now()
  const seen = await lookAround({ anna, ben, olena }, { members: people.members, conversations, photo }, madeAt)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  return { commit, madeAt, members: people.members, conversations, photo, cookies, sessions: { ended, live }, seen }
}

/** Writes messages of every kind, read up to the middle. Returns the id of the photo among them. */
async function talk(anna: Browser, ben: Browser, conversation: string): Promise<string> {
  type Sent = { seq: number }
  let count = 0
  const say = async (browser: Browser, text: string, rest: Record<string, unknown> = {}) => {
    const answer = await browser.post<Sent>('/api/chat/send', { conversation, cid: `state-say-${++count}`, text, ...rest })
    return answer.seq
  }
  const first = await say(ben, 'The harbour light was green all night')
  const second = await say(ben, 'Did you see the crane?')
  await ben.post('/api/chat/edit', { conversation, seq: second, text: 'Did you see the heron?' })
  const third = await say(ben, 'This one is taken back')
  await ben.post('/api/chat/delete', { conversation, seq: third })
  await anna.post('/api/chat/react', { conversation, seq: first, emoji: '❤️' })
  await ben.post('/api/chat/react', { conversation, seq: 1, emoji: '🔥' })
  const answer = await say(anna, 'Green, and then it went out', { replyTo: first })
  await anna.post('/api/chat/read', { conversation, seq: answer })
  await ben.post('/api/chat/read', { conversation, seq: answer })

  const form = new FormData()
  form.set('conversation', conversation)
  form.set('cid', 'state-photo-1')
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'harbour.jpg')
  const { photo } = await ben.upload<{ photo: { id: string } }>('/api/chat/photo', form)
  await say(ben, 'The harbour', { photo: photo.id })
  await say(ben, 'Sunday, then?')
  return photo.id
}

/** Signs a browser out while its socket is open. Returns the session. */
async function endSession(browser: Browser, member: string): Promise<{ sub: string; sid: string }> {
  const session = sessionOf(await browser.token())
  const socket = await browser.open(member)
  await socket.joinMember()
  await browser.post('/api/auth/sign-out', {})
  await socket.closed
  return session
}

/** Sends a message to a window that shows its conversation without reading it. */
async function leaveUnseen(anna: Browser, member: string, conversation: string, other: Browser): Promise<void> {
  const socket = await anna.open(member)
  await socket.joinMember()
  await socket.join(conversation)
  await other.post('/api/chat/send', { conversation, cid: 'state-unseen-1', text: 'Are you there?' })
  await socket.until((frame) => 'event' in frame && frame.event === 'message')
  await socket.close()
}

function sessionOf(token: string): { sub: string; sid: string } {
  const [, claims = ''] = token.split('.')
  const { sub, sid }: { sub: string; sid: string } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return { sub, sid }
}

/** The demo's members by the first part of their address, Anna's matches, and the people she likes without an answer. */
function readPeople() {
  const db = new DatabaseSync(databasesIn(stateDir).find((file) => file.includes('/d1/') && !file.includes('metadata')) ?? '', {
    readOnly: true,
  })
  const rows = db.prepare(`SELECT id, substr(email, 1, instr(email, '@') - 1) AS name FROM members ORDER BY id`).all()
  const members = Object.fromEntries(rows.map(({ id, name }) => [String(name), String(id)]))
  const anna = members['anna'] ?? ''
  const nameOf = (id: unknown) => rows.find((row) => row['id'] === id)?.['name']
  const matches = db.prepare('SELECT low_id, high_id, conversation_id FROM pairs WHERE ? IN (low_id, high_id)').all(anna)
  const pairs = Object.fromEntries(
    matches.map((row) => [
      String(nameOf(row['low_id'] === anna ? row['high_id'] : row['low_id'])),
      String(row['conversation_id']),
    ]),
  )
  const liked = db
    .prepare(
      'SELECT to_id FROM likes WHERE from_id = ?1 AND to_id NOT IN (SELECT from_id FROM likes WHERE to_id = ?1) ORDER BY to_id',
    )
    .get(anna)
  db.close()
  return { members, pairs, likedByAnna: String(nameOf(liked?.['to_id'])) }
}
