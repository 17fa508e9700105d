import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeTakenPort, findHolder, listeningInodes, parentInStat, requireFreePort } from './port.ts'

let server: Server
let port = 0

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

test('the holder of a port is found with its process id and command', () => {
  const holder = findHolder(port)
  expect(holder?.pid).toBe(process.pid)
  expect(holder?.command).toMatch(/node|vitest/)
})

/** A process that starts a listener of that name, as `npm start` does with workerd; ends both. */
async function withServer<Found>(name: string, look: (port: number, pids: { parent?: number; child: number }) => Found) {
  const listener =
    "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(process.pid, s.address().port))"
  const parent = spawn(process.execPath, [
    '-e',
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(listener)}], { argv0: ${JSON.stringify(name)}, stdio: 'inherit' })`,
  ])
  let pids = ''
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    pids = line.toString()
    const [child = 0, listening = 0] = pids.split(' ').map(Number)
    return look(listening, { ...(parent.pid === undefined ? {} : { parent: parent.pid }), child })
  } finally {
    const child = Number(pids.split(' ')[0])
    if (child > 0) process.kill(child)
    parent.kill()
  }
}

test('of a workerd the parent is named, which would start another one; of anything else the listener itself', async () => {
  for (const name of ['workerd', '/somewhere/bin/workerd'])
    await withServer(name, (at, { parent }) =>
      expect(findHolder(at)).toMatchObject({ pid: parent, command: expect.stringContaining('argv0') }),
    )
  await withServer('my-workerd-tool', (at, { child }) => expect(findHolder(at)?.pid).toBe(child))
})

test('the parent of a process is read behind its name, whatever that holds', () => {
  expect(parentInStat('42 (a) b (c)) S 7 42 42 0')).toBe(7)
})

test('a port that is free has no holder and may be used', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const free = (other.address() as AddressInfo).port
  other.close()
  await once(other, 'close')
  expect(findHolder(free)).toBeNull()
  await expect(requireFreePort(free, 'npm start')).resolves.toBeUndefined()
})

test('of the table, only listeners at this very port count', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:2253 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1111 1',
    '   1: 0100007F:2253 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 2222 1',
    '   2: 0100007F:2254 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 3333 1',
  ].join('\n')
  expect(listeningInodes(table, 8787)).toEqual(['1111'])
  expect(listeningInodes(null, 8787)).toEqual([])
})

test('the message names process and command where they are known, says so where they are not, and what to do', () => {
  const known = describeTakenPort(8787, { pid: 42, command: `node ${'x'.repeat(500)}` }, 'npm run dev')
  expect(known).toContain('taken by process 42: node xxx')
  expect(known).toContain('kill 42, or choose another port: PORT=8788 npm run dev')
  expect(known.length).toBeLessThan(260)
  expect(describeTakenPort(8787, null, 'npm start')).toMatch(/cannot be read here.*\n.*PORT=8788 npm start/)
})

test.each([
  ['dev.ts', 'npm run dev'],
  ['start.ts', 'npm start'],
])('%s ends at once at a taken port and names its holder', async (script, command) => {
  const child = spawn(process.execPath, [`scripts/${script}`], { env: { ...process.env, PORT: String(port) } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect([code, said]).toEqual([1, expect.stringContaining(`Port ${port} is taken by process ${process.pid}: `)])
  expect(said).toContain(`PORT=${port + 1} ${command}`)
})
