import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLine, type Line } from './line.ts'
import { until } from '../until.ts'

const server = createServer({ allowHalfOpen: true })
let line: Line
let client: Socket
/** The server's end of the connection. */
let far: Socket
let heard: string
let answered: string

beforeEach(async () => {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  line = await openLine((server.address() as AddressInfo).port)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  client = connect({ port: line.port, host: '127.0.0.1' })
  ;[far] = await accepted
  heard = ''
  answered = ''
  for (const socket of [client, far]) socket.on('error', () => {})
  far.on('data', (data) => (heard += data.toString()))
  client.on('data', (data) => (answered += data.toString()))
})
afterEach(() => line.close())

const hears = (text: string) => until(() => heard === text, 2_000)

it('carries bytes both ways, in order', async () => {
  client.write('one ')
  client.write('two')
  expect(await hears('one two')).not.toBeNull()
  far.write('three')
  expect(await until(() => answered === 'three', 2_000)).not.toBeNull()
})

it('a reset is seen at both ends', async () => {
  line.reset()
  expect(await until(() => client.destroyed && far.destroyed, 2_000)).not.toBeNull()
})

it('a black hole swallows one direction, hides the end of the client, and breaks what it has damaged when it ends', async () => {
  line.blackHole('up', true)
  client.write('lost')
  far.write('still heard')
  expect(await until(() => answered === 'still heard', 2_000)).not.toBeNull()
  client.destroy()
  await once(client, 'close')
  far.write('into nothing')
  expect(heard).toBe('')
  expect(far.destroyed).toBe(false)
  line.blackHole('up', false)
  expect(await until(() => far.destroyed, 2_000)).not.toBeNull()
})

it('a delay keeps bytes back and in order; good weather lets them go at once', async () => {
  line.delay('up', 100)
  client.write('one ')
  expect(await hears('one ')).toBeGreaterThanOrEqual(90)
  line.delay('up', 60_000)
  client.write('two')
  expect(await until(() => heard.includes('two'), 100)).toBeNull()
  line.heal()
  expect(await hears('one two')).not.toBeNull()
})

it('a throttled line takes its time', async () => {
  line.throttle('up', 10_000)
  client.write('x'.repeat(2_000))
  expect(await hears('x'.repeat(2_000))).toBeGreaterThanOrEqual(180)
})

it('refuses new connections and leaves the old one alone', async () => {
  line.refuse(true)
  const second = connect({ port: line.port, host: '127.0.0.1' })
  second.on('error', () => {})
  expect(await until(() => second.destroyed, 2_000)).not.toBeNull()
  client.write('still here')
  expect(await hears('still here')).not.toBeNull()
})
