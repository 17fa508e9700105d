import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { AlarmScheduler, type AlarmName } from '#server/objects/alarm-scheduler.ts'
import { timings } from '#shared/realtime/wire.ts'
import { connect, eventually, newId, openPair } from '#test/support/worker/realtime-client.ts'

/** Works on the alarm of an object of its own. */
const withAlarms = <Result>(work: (alarms: AlarmScheduler, state: DurableObjectState) => Promise<Result>, hub = newId()) =>
  runInDurableObject(env.MEMBER_HUB.getByName(hub), (_, state) => work(new AlarmScheduler(state.storage), state))
const wishesOf = (state: DurableObjectState) =>
  state.storage.sql.exec('SELECT name, at, started FROM alarms ORDER BY at').toArray()

describe('the one alarm', () => {
  it('is set for the earliest wish; a later wish of the same name changes nothing', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      alarms.wish('letter', now + 60_000)
      alarms.wish('reap', now + 25_000)
      alarms.wish('reap', now + 50_000)
      expect(await state.storage.getAlarm()).toBe(now + 25_000)
      alarms.wish('letter', now + 10_000)
      expect(await state.storage.getAlarm()).toBe(now + 10_000)
    })
  })

  it('carries out what is due, leaves the rest and is set for it', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      const done: AlarmName[] = []
      alarms.wish('reap', now - 1)
      alarms.wish('letter', now + 60_000)
      await alarms.run(now, async (name) => void done.push(name))
      expect(done).toEqual(['reap'])
      expect(await state.storage.getAlarm()).toBe(now + 60_000)
    })
  })

  it('came for the earliest wish, even when this clock is a little behind', async () => {
    await withAlarms(async (alarms) => {
      const done: AlarmName[] = []
      const now = Date.now()
      alarms.wish('letter', now + 20)
      await alarms.run(now, async (name) => void done.push(name))
      expect(done).toEqual(['letter'])
    })
  })

  it('keeps a wish for later that was made while it was carried out', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      alarms.wish('reap', now)
      await alarms.run(now, async () => alarms.wish('reap', now + 9_000))
      expect(wishesOf(state)).toEqual([{ name: 'reap', at: now + 9_000, started: 0 }])
      expect(await state.storage.getAlarm()).toBe(now + 9_000)
    })
  })

  it('tries again what failed, and a failure keeps nothing else from being done', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      const done: AlarmName[] = []
      alarms.wish('letter', now - 2)
      alarms.wish('reap', now - 1)
      await alarms.run(now, async (name) => {
        if (name === 'letter') throw new Error('no post today')
        done.push(name)
      })
      expect(done).toEqual(['reap'])
      const wishes = wishesOf(state)
      expect(wishes).toMatchObject([{ name: 'letter', started: 0 }])
      expect(Number(wishes[0]?.['at'])).toBeGreaterThan(now)
    })
  })

  it('finds a wish again whose object died while it was carried out', async () => {
    const hub = newId()
    const now = Date.now()
    await withAlarms(async (alarms, state) => {
      alarms.wish('letter', now)
      state.storage.sql.exec('UPDATE alarms SET started = 1')
    }, hub)
    await withAlarms(async (alarms) => {
      const done: AlarmName[] = []
      await alarms.run(now, async (name) => void done.push(name))
      expect(done).toEqual(['letter'])
    }, hub)
  })
})

it('looking for silent connections and letters share the alarm of a member’s hub', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  const hub = env.MEMBER_HUB.getByName(anna)
  const wishes = () => runInDurableObject(hub, (_, state) => wishesOf(state).map(({ name }) => name))
  await eventually(async () => (await wishes()).length > 0, 'a wish')
  await runInDurableObject(hub, (_, state) =>
    new AlarmScheduler(state.storage).wish('letter', Date.now() + 10 * timings.silenceMs),
  )
  expect(await wishes()).toEqual(['reap', 'letter'])
  await runDurableObjectAlarm(hub)
  expect(await wishes(), 'she is still there, so the next look is planned').toEqual(['reap', 'letter'])
  await annas.leave(`presence-conversation.${conversation}`)
  await runDurableObjectAlarm(hub)
  expect(await wishes()).toEqual(['letter'])
  expect(await runInDurableObject(hub, (_, state) => state.storage.getAlarm())).not.toBeNull()
})
