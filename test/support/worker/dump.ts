import { env, listDurableObjectIds, runInDurableObject } from 'cloudflare:test'

/** One row of one store, as text. `from`: the store and the table, such as `d1 orders`, `hub inbox` or `r2 PHOTOS`. */
export type DumpedRow = { from: string; text: string }

const objects = {
  hub: env.MEMBER_HUB,
  conversation: env.CONVERSATION,
  encounter: env.ENCOUNTER,
  matchmaker: env.MATCHMAKER,
  area: env.AREA,
}
const buckets = ['PHOTOS', 'EXPORTS', 'DELETIONS'] as const

/** Not a table of the runtime itself, such as that of migrations; values of the key-value API are read by that. */
const isOurs = (name: string) => !name.startsWith('sqlite_') && !name.startsWith('_cf_') && name !== 'd1_migrations'

/** Everything that is stored anywhere: D1, every object with the index of its search, and the buckets. */
export async function dumpStores(): Promise<DumpedRow[]> {
  const rows = [...(await dumpD1()), ...(await dumpBuckets())]
  for (const [kind, namespace] of Object.entries(objects)) {
    for (const id of await listDurableObjectIds(namespace as DurableObjectNamespace)) {
      const stub = (namespace as DurableObjectNamespace).get(id)
      rows.push(...(await runInDurableObject(stub, (_, { storage }) => dumpObject(kind, storage))))
    }
  }
  return rows
}

async function dumpD1(): Promise<DumpedRow[]> {
  const { results } = await env.DB.prepare(`select name from sqlite_master where type = 'table'`).all<{ name: string }>()
  const rows: DumpedRow[] = []
  for (const { name } of results.filter((table) => isOurs(table.name))) {
    const table = await env.DB.prepare(`select * from "${name}"`).all<Record<string, unknown>>()
    for (const row of table.results)
      for (const [column, value] of Object.entries(row)) rows.push({ from: `d1 ${name}.${column}`, text: textOf(value) })
  }
  return rows
}

async function dumpObject(kind: string, storage: DurableObjectStorage): Promise<DumpedRow[]> {
  const { sql } = storage
  const values = [...(await storage.list())].map(([key, value]) => ({
    from: `${kind} values`,
    text: `${key}|${JSON.stringify(value)}`,
  }))
  const rows = sql
    .exec<{ name: string }>(`select name from sqlite_master where type = 'table'`)
    .toArray()
    .filter(({ name }) => isOurs(name))
    .flatMap(({ name }) =>
      sql
        .exec(`select * from "${name}"`)
        .toArray()
        .map((row) => ({ from: `${kind} ${name}`, text: Object.values(row).map(textOf).join('|') })),
    )
  return [...values, ...rows]
}

async function dumpBuckets(): Promise<DumpedRow[]> {
  const rows: DumpedRow[] = []
  for (const name of buckets) {
    const { objects: found } = await env[name].list({ include: ['customMetadata'] })
    for (const { key, customMetadata } of found) {
      const content = await (await env[name].get(key))?.text()
      rows.push({ from: `r2 ${name}`, text: [key, JSON.stringify(customMetadata), content].join('|') })
    }
  }
  return rows
}

/** Pages of a full-text index are bytes, in which words stand as they are. */
function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value)
  return String(value)
}

/** Where a text occurs, each store and table once. */
export const placesOf = (rows: readonly DumpedRow[], text: string): string[] =>
  [...new Set(rows.filter((row) => row.text.toLowerCase().includes(text.toLowerCase())).map(({ from }) => from))].toSorted()

/** The same for two runs that differ in their ids and times alone. */
export const shapeOf = (rows: readonly DumpedRow[]): string[] =>
  rows.map(({ from, text }) => `${from} ${text.replaceAll(/[\w-]{20,}/g, 'id').replaceAll(/\d{13}/g, 'time')}`).toSorted()
