import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'

/** A process that listens on a port, with its whole command line. */
export type Holder = { pid: number; command: string }

const maxShownLength = 120

/** Throws if the port is taken; the error names the process and the fix. `script` is the npm command that was run. */
export async function requireFreePort(port: number, script: string): Promise<void> {
  if (await isTaken(port)) throw new Error(describeTakenPort(port, findHolder(port), script))
}

export function describeTakenPort(port: number, holder: Holder | null, script: string): string {
  const choose = `choose another port: PORT=${port + 1} ${script}`
  return holder
    ? `Port ${port} is taken by process ${holder.pid}: ${holder.command.slice(0, maxShownLength)}\nEnd it with kill ${holder.pid}, or ${choose}`
    : `Port ${port} is taken. Which process holds it cannot be read here; it may be another user's.\nEnd what listens there, or ${choose}`
}

/** A connection is a better check than an attempt to listen, because the port may be in use on another loopback address. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}

/**
 * Finds the process to end for a port: from Linux's /proc, elsewhere by lsof. Null if neither can be read. A server of this
 * project restarts its workerd when that ends, so for a workerd the parent is returned.
 */
export function findHolder(port: number): Holder | null {
  const listener = nullOnError(() => findInProc(port)) ?? nullOnError(() => askLsof(port))
  if (!listener || !isWorkerd(listener.command)) return listener
  return nullOnError(() => findParent(listener.pid)) ?? listener
}

const isWorkerd = (command: string) => /^(?:\S*\/)?workerd(?:\.exe)?(?: |$)/.test(command)

/** Null for an orphan, whose parent is the system. */
function findParent(pid: number): Holder | null {
  const parent =
    nullOnError(() => parentInStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))) ??
    Number(ask('ps', ['-o', 'ppid=', '-p', `${pid}`]))
  if (!(parent > 1)) return null
  return { pid: parent, command: nullOnError(() => commandInProc(parent)) ?? ask('ps', ['-o', 'command=', '-p', `${parent}`]) }
}

/** Parses `/proc/<pid>/stat`: `pid (name) state parent …`, where a name may contain spaces and brackets. */
export function parentInStat(stat: string): number {
  return Number(
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1],
  )
}

const commandInProc = (pid: number | string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()

const ask = (command: string, args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()

function findInProc(port: number): Holder | null {
  const inodes = ['tcp', 'tcp6'].flatMap((table) =>
    listeningInodes(
      nullOnError(() => readFileSync(`/proc/net/${table}`, 'utf8')),
      port,
    ),
  )
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`))
  if (sockets.size === 0) return null
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // Another user's process hides its files, and a process may end during the search.
    const files = nullOnError(() => readdirSync(`/proc/${pid}/fd`)) ?? []
    if (!files.some((file) => sockets.has(nullOnError(() => readlinkSync(`/proc/${pid}/fd/${file}`)) ?? ''))) continue
    return { pid: Number(pid), command: commandInProc(pid) }
  }
  return null
}

/** Parses a table such as /proc/net/tcp: `sl address:port remote state …`, in hex; `0A` is the state of a listener. */
export function listeningInodes(table: string | null, port: number): string[] {
  const rows = (table ?? '').split('\n').map((line) => line.trim().split(/\s+/))
  const isListener = (row: string[]) => row[3] === '0A' && Number.parseInt(row[1]?.split(':')[1] ?? '', 16) === port
  return rows.filter(isListener).flatMap((row) => row[9] ?? [])
}

function askLsof(port: number): Holder | null {
  const [pid] = ask('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']).split('\n')
  return pid ? { pid: Number(pid), command: ask('ps', ['-o', 'command=', '-p', pid]) } : null
}

/** A file that cannot be read on this machine counts as missing. */
function nullOnError<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
