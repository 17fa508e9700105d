import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** workerd's package has no types; its default export is the path of the executable. */
const { default: workerdPath }: { default: string } = createRequire(import.meta.url)('workerd')

/** A worker on disk: the modules are paths in `dir`, and the first one is the entry. */
export type WorkerFiles = {
  dir: string
  modules: readonly string[]
}

export type RunningWorkerd = AsyncDisposable & {
  pid: number
  port: number
}

/** Serves a worker with `workerd serve` on workerd's own socket, without a proxy worker in between. */
export async function startWorkerd({ dir, modules }: WorkerFiles): Promise<RunningWorkerd> {
  const configPath = join(dir, `${modules[0]}.capnp`)
  await writeFile(configPath, workerdConfig(modules))
  const child = spawn(workerdPath, ['serve', configPath, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const port = await listeningPort(child)
  if (child.pid === undefined) throw new Error('workerd did not start')
  return {
    pid: child.pid,
    port,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

function workerdConfig(modules: readonly string[]): string {
  const kinds: Record<string, string> = { '.js': 'esModule', '.wasm': 'wasm', '.bin': 'data' }
  const list = modules.map((path) => `(name = "${path}", ${kinds[extname(path)]} = embed "${path}")`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${list.join(', ')}],
  compatibilityDate = "2026-09-18",
);
`
}

/** workerd chooses the port and writes it as a JSON line to the control descriptor. */
async function listeningPort(child: ChildProcess): Promise<number> {
  const control = child.stdio[3] as Readable
  for await (const line of createInterface({ input: control })) {
    const message: { event?: string; port?: number } = JSON.parse(line)
    if (message.event === 'listen' && message.port) return message.port
  }
  throw new Error('workerd ended before it listened; its own message is above')
}
