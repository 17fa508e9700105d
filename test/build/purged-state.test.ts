import sharp from 'sharp'
import { expect, test } from 'vitest'
import { serve, type Server } from '../../scripts/server/serve.ts'
import { Browser } from '../../scripts/state/browser.ts'
import { findInState } from '../support/state/find-in-state.ts'
import { prepareState, stateSecrets } from '../support/state/prepare-state.ts'

/** A word that a search finds, and that stands nowhere by chance. */
const canary = 'zimtsternkanarie'

test(
  'after a purge, a word of the member is in no file of the state: no row, full-text index or object',
  { timeout: 240_000 },
  async () => {
    const { stateDir, notes } = await prepareState()
    const open = () => serve({ port: 0, stateDir, secrets: stateSecrets, vars: { LIMITS_FACTOR: '100' } })
    const conversation = notes.conversations['withBen'] ?? ''

    let [server, photoKey] = [await open(), '']
    try {
      const [anna, ben] = [await enter(server, 'anna'), await enter(server, 'ben')]
      const about = `I bake ${canary} on Sundays.`
      await anna.post('/api/profile/words', { revision: await revisionOf(server, 'anna'), about, interests: [], languages: [] })
      await anna.post('/api/chat/send', { conversation, cid: crypto.randomUUID(), text: `Do you like ${canary}?` })
      const photos = await server.miniflare.getR2Bucket('PHOTOS')
      const before = await keysOf(photos)
      const photo = await upload(anna, conversation)
      photoKey = (await keysOf(photos)).find((key) => !before.includes(key)) ?? ''
      await anna.post('/api/chat/send', { conversation, cid: crypto.randomUUID(), text: canary, photo })
      const found = await ben.get<object>(`/messages/_payload.json?q=${canary}`)
      expect(JSON.stringify(found)).toContain(canary)
      await server.close()
      const places = findInState(stateDir, canary).join('\n')
      for (const table of ['profiles', 'messages', 'inbox', 'search_data']) expect(places).toMatch(new RegExp(` ${table}$`, 'm'))
      expect(findInState(stateDir, photoKey)).not.toEqual([])

      server = await open()
      await (await enter(server, 'anna')).post('/api/account/delete', { reason: 'break' })
      const db = await server.miniflare.getD1Database('DB')
      await db.prepare('update deletions set purge_at = 1').run()
      await (await server.miniflare.getWorker()).scheduled({ scheduledTime: new Date() })
      expect(await db.prepare('select 1 from members where id = ?').bind(notes.members['anna']).first()).toBeNull()
    } finally {
      await server.close()
    }
    for (const text of [canary, photoKey]) expect(findInState(stateDir, text)).toEqual([])
  },
)

const enter = (server: Server, name: string) => Browser.signIn(server.url, `${name}@demo.test`, 'Kismet test')

async function revisionOf(server: Server, name: string): Promise<number> {
  const db = await server.miniflare.getD1Database('DB')
  const query = db.prepare('select revision from profiles join members on id = member_id where email = ?')
  return Number(await query.bind(`${name}@demo.test`).first('revision'))
}

type Bucket = Awaited<ReturnType<Server['miniflare']['getR2Bucket']>>

const keysOf = async (bucket: Bucket) => (await bucket.list({ prefix: 'chat/' })).objects.map(({ key }) => key)

async function upload(member: Browser, conversation: string): Promise<string> {
  const form = new FormData()
  form.set('conversation', conversation)
  form.set('cid', crypto.randomUUID())
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#a33' } }).jpeg()
  form.set('file', new Blob([new Uint8Array(await picture.toBuffer())], { type: 'image/jpeg' }), 'red.jpg')
  return (await member.upload<{ photo: { id: string } }>('/api/chat/photo', form)).photo.id
}
