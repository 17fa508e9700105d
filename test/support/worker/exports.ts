import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { dataExports, sessions } from '#db/schema.ts'
import { exportActions, type ExportState } from '#features/personal-data/contract.ts'
import { continueExport } from '#worker/export/consume.ts'
import { browserOf } from './account.ts'
import { db, postJson, type TestMember } from './members.ts'
import type { Visitor } from './visitor.ts'

/** Confirms the member's session, as their password would. */
export async function confirm({ sid }: TestMember, at = Date.now()): Promise<void> {
  await db.update(sessions).set({ confirmedAt: at }).where(eq(sessions.id, sid))
}

export const ask = (member: TestMember) => postJson(member, exportActions.ask.path, {})

export const exportsOf = ({ id }: TestMember) => db.select().from(dataExports).where(eq(dataExports.memberId, id))

/** Starts an export of a confirmed session and makes it, without waiting for the queue. */
export async function makeExport(member: TestMember): Promise<string> {
  await confirm(member)
  const response = await ask(member)
  if (response.status !== 202) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  const [row] = await exportsOf(member)
  if (!row) throw new Error('There is no export')
  await finish(row.id)
  return row.id
}

/** Makes the rest of an export. The queue of the tests may do so, too: of two runs, one writes each step. */
export async function finish(id: string): Promise<void> {
  for (let runs = 0; runs < 1000; runs++) {
    const [row] = await db.select().from(dataExports).where(eq(dataExports.id, id))
    if (row?.state !== 'preparing') return
    await continueExport(env, id, Date.now())
  }
  throw new Error('The export does not end')
}

export async function stateOf(member: TestMember): Promise<ExportState> {
  return (await browserOf(member).get(exportActions.state.path)).json<ExportState>()
}

export const download = (member: TestMember, id: string, browser: Visitor = browserOf(member)) =>
  browser.get(exportActions.download.path.replace(':id', id))

type Row = Record<string, unknown>
/** The files of an archive whose entries are stored: read by its central directory, as every reader does. */
export class Archive {
  readonly files = new Map<string, Uint8Array>()

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const end = bytes.length - 22
    if (view.getUint32(end, true) !== 0x06054b50) throw new Error('The archive has no end')
    let at = view.getUint32(end + 16, true)
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      const [size, length, offset] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true), view.getUint32(at + 42, true)]
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length))
      const start = offset + 30 + view.getUint16(offset + 26, true)
      this.files.set(name, bytes.subarray(start, start + size))
      at += 46 + length
    }
  }

  text(name: string): string {
    const bytes = this.files.get(name)
    if (!bytes) throw new Error(`The archive has no ${name}`)
    return new TextDecoder().decode(bytes)
  }

  rows(table: string): Row[] {
    return JSON.parse(this.text(`data/${table}.json`)) as Row[]
  }

  /** All texts in it. */
  everything(): string {
    return [...this.files.keys()].filter((name) => !name.startsWith('photos/')).map((name) => this.text(name)).join('\n') // prettier-ignore
  }
}

/** Makes a member's export and opens it. */
export async function openExport(member: TestMember): Promise<Archive> {
  const response = await download(member, await makeExport(member))
  if (response.status !== 200) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  return new Archive(new Uint8Array(await response.arrayBuffer()))
}
