import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { AlarmScheduler, type AlarmHandlers } from '#objects/platform/alarm-scheduler.ts'
import { alarmTable, singleAlarm } from '#objects/platform/alarm-times.ts'
import { timings } from '#shared/realtime/wire.ts'
import { connect, eventually, newId, openPair } from '#test/support/worker/realtime-client.ts'

type AlarmName = 'reap' | 'letter'
const alarmsOf = ({ storage }: DurableObjectState) => new AlarmScheduler<AlarmName>(storage, alarmTable(storage.sql))

/** Works on the alarm of an object of its own. */
const withAlarms = <Result>(
  work: (alarms: AlarmScheduler<AlarmName>, state: DurableObjectState) => Promise<Result>,
  hub = newId(),
) => runInDurableObject(env.MEMBER_HUB.getByName(hub), (_, state) => work(alarmsOf(state), state))
/** Handlers that do the same for each name. */
const each = (run: (name: AlarmName) => unknown): AlarmHandlers<AlarmName> => ({
  reap: async () => void (await run('reap')),
  letter: async () => void (await run('letter')),
})
const wishesOf = (state: DurableObjectState) =>
  state.storage.sql.exec('SELECT name, at, started FROM alarms ORDER BY at').toArray()

describe('the one alarm', () => {
  it('is set for the earliest wish; a later wish of the same name changes nothing', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      alarms.schedule('letter', now + 60_000)
      alarms.schedule('reap', now + 25_000)
      alarms.schedule('reap', now + 50_000)
      expect(await state.storage.getAlarm()).toBe(now + 25_000)
      alarms.schedule('letter', now + 10_000)
      expect(await state.storage.getAlarm()).toBe(now + 10_000)
    })
  })

  it('carries out what is due, leaves the rest and is set for it', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      const done: AlarmName[] = []
      alarms.schedule('reap', now - 1)
      alarms.schedule('letter', now + 60_000)
      await alarms.run(
        now,
        each((name) => done.push(name)),
      )
      expect(done).toEqual(['reap'])
      expect(await state.storage.getAlarm()).toBe(now + 60_000)
    })
  })

  it('came for the earliest wish, even when this clock is a little behind', async () => {
    await withAlarms(async (alarms) => {
      const done: AlarmName[] = []
      const now = Date.now()
      alarms.schedule('letter', now + 20)
      await alarms.run(
        now,
        each((name) => done.push(name)),
      )
      expect(done).toEqual(['letter'])
    })
  })

  it('keeps a wish for later that was made while it was carried out', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      alarms.schedule('reap', now)
      await alarms.run(
        now,
        each(() => alarms.schedule('reap', now + 9_000)),
      )
      expect(wishesOf(state)).toEqual([{ name: 'reap', at: now + 9_000, started: 0 }])
      expect(await state.storage.getAlarm()).toBe(now + 9_000)
    })
  })

  it('tries again what failed, and a failure keeps nothing else from being done', async () => {
    await withAlarms(async (alarms, state) => {
      const now = Date.now()
      const done: AlarmName[] = []
      alarms.schedule('letter', now - 2)
      alarms.schedule('reap', now - 1)
      await alarms.run(
        now,
        each((name) => {
          if (name === 'letter') throw new Error('no post today')
          done.push(name)
        }),
      )
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
      alarms.schedule('letter', now)
      state.storage.sql.exec('UPDATE alarms SET started = 1')
    }, hub)
    await withAlarms(async (alarms) => {
      const done: AlarmName[] = []
      await alarms.run(
        now,
        each((name) => done.push(name)),
      )
      expect(done).toEqual(['letter'])
    }, hub)
  })
})

it('the sweep for silent connections and the e-mail digest share the alarm of a member’s hub', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  const hub = env.MEMBER_HUB.getByName(anna)
  const wishes = () => runInDurableObject(hub, (_, state) => wishesOf(state).map(({ name }) => name))
  await eventually(async () => (await wishes()).length > 0, 'a wish')
  await runInDurableObject(hub, (_, state) => alarmsOf(state).schedule('letter', Date.now() + 10 * timings.silenceMs))
  expect(await wishes()).toEqual(['reap', 'letter'])
  await runDurableObjectAlarm(hub)
  expect(await wishes(), 'she is still there, so the next look is planned').toEqual(['reap', 'letter'])
  await annas.leave(`presence-conversation.${conversation}`)
  await runDurableObjectAlarm(hub)
  expect(await wishes()).toEqual(['letter'])
  expect(await runInDurableObject(hub, (_, state) => state.storage.getAlarm())).not.toBeNull()
})

describe('an alarm whose name has changed', () => {
  it('is found under the name that an earlier version has stored', async () => {
    await withAlarms(async (_, state) => {
      const now = Date.now()
      state.storage.sql.exec("INSERT INTO alarms (name, at) VALUES ('letter', ?)", now)
      const done: string[] = []
      const renamed = new AlarmScheduler<'email-digest'>(
        state.storage,
        alarmTable(state.storage.sql, { 'email-digest': 'letter' }),
      )
      await renamed.run(now, {
        'email-digest': () => {
          done.push('email-digest')
          renamed.schedule('email-digest', now + 9_000)
        },
      })
      expect(done).toEqual(['email-digest'])
      expect(wishesOf(state)).toEqual([{ name: 'letter', at: now + 9_000, started: 0 }])
    })
  })
})

describe('a single alarm', () => {
  const single = (state: DurableObjectState) => new AlarmScheduler(state.storage, singleAlarm('settle'))

  it('writes nothing but the alarm itself, and only for an earlier time', async () => {
    await withAlarms(async (_, state) => {
      const [alarms, now] = [single(state), Date.now()]
      alarms.schedule('settle', now + 60_000)
      alarms.schedule('settle', now + 90_000)
      expect(await state.storage.getAlarm()).toBe(now + 60_000)
      alarms.schedule('settle', now + 30_000)
      expect(await state.storage.getAlarm()).toBe(now + 30_000)
      expect(wishesOf(state)).toEqual([])
    })
  })

  it('runs after a restart, which forgets its time, and is set again by its handler or for a failure', async () => {
    await withAlarms(async (_, state) => {
      const now = Date.now()
      single(state).schedule('settle', now + 1_000)
      const restarted = single(state)
      await restarted.run(now, { settle: () => restarted.schedule('settle', now + 60_000) })
      expect(await state.storage.getAlarm()).toBe(now + 60_000)
      await restarted.run(now, { settle: () => Promise.reject(new Error('no storage today')) })
      expect(await state.storage.getAlarm()).toBe(now + 30_000)
    })
  })
})
