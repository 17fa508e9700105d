import { env, runInDurableObject } from 'cloudflare:test'
import { abortObject } from './abort-object.ts'

const stubs = (id: string) => ({ hub: env.MEMBER_HUB.getByName(id), conversation: env.CONVERSATION.getByName(id) })

/** Makes a hub fail for real: without its table, each delivery throws. */
export const breakHub = (member: string) =>
  runInDurableObject(stubs(member).hub, (_, state) => void state.storage.sql.exec('ALTER TABLE inbox RENAME TO inbox_away'))

export const mendHub = (member: string) =>
  runInDurableObject(stubs(member).hub, (_, state) => void state.storage.sql.exec('ALTER TABLE inbox_away RENAME TO inbox'))

/** Aborts the object: it loses its memory and keeps its storage. */
export const crash = (conversation: string) => abortObject(stubs(conversation).conversation)

/** As `crash`, for a member's hub: unwritten changes are lost. */
export const crashHub = (member: string) => abortObject(stubs(member).hub)

export const alarmOf = (conversation: string) =>
  runInDurableObject(stubs(conversation).conversation, (_, state) => state.storage.getAlarm())

/** Runs SQL in a conversation's own storage. */
export const inConversation = (conversation: string, query: string, ...bindings: (string | number | null)[]) =>
  runInDurableObject(stubs(conversation).conversation, (_, state) => state.storage.sql.exec(query, ...bindings).toArray())

/** Runs SQL in a member's hub, bypassing the object's own code. */
export const inHub = (member: string, query: string, ...bindings: (string | number | null)[]) =>
  runInDurableObject(stubs(member).hub, (_, state) => state.storage.sql.exec(query, ...bindings).toArray())

/** All rows of all tables of an object, as text, to prove what its storage does not contain. */
export function storedIn(kind: 'hub' | 'conversation', id: string): Promise<string> {
  return runInDurableObject(stubs(id)[kind], (_, state) => {
    const { sql } = state.storage
    const tables = sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
      .toArray()
    return JSON.stringify(tables.map(({ name }) => [name, sql.exec(`SELECT * FROM "${name}"`).toArray()]))
  })
}
