import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** workerd's package has no types; its default export is the path of the executable. */
const { default: workerdPath }: { default: string } = createRequire(import.meta.url)('workerd');

export interface RunningWorkerd {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** Serves one module worker with `workerd serve`: its socket is workerd's own, no proxy worker is in between. */
export async function startWorkerd(modulePath: string): Promise<RunningWorkerd> {
  const configPath = join(dirname(modulePath), `${basename(modulePath, '.js')}.capnp`);
  await writeFile(configPath, workerdConfig(basename(modulePath)));
  const child = spawn(workerdPath, ['serve', configPath, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const port = await listeningPort(child);
  return {
    pid: requirePid(child),
    port,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function workerdConfig(moduleFile: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${moduleFile}")],
  compatibilityDate = "2026-09-18",
  compatibilityFlags = ["nodejs_compat"],
);
`;
}

/** workerd chooses the port and names it in a JSON line on the control descriptor. */
async function listeningPort(child: ChildProcess): Promise<number> {
  const control = child.stdio[3] as Readable;
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`workerd ended with code ${String(code)} before it listened`);
  });
  const listening = (async () => {
    for await (const line of createInterface({ input: control })) {
      const message: { event?: string; port?: number } = JSON.parse(line);
      if (message.event === 'listen' && message.port) return message.port;
    }
    throw new Error('workerd closed its control channel before it listened');
  })();
  failed.catch(() => undefined);
  return Promise.race([listening, failed]);
}

function requirePid(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('workerd did not start');
  return child.pid;
}
