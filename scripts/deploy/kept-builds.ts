import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import {
  listKeptFiles,
  listSourceMaps,
  listStaleKeys,
  listWantedBuilds,
  type KeptBuild,
  type KeptFile,
} from '../build/kept-files.ts'
import type { Bucket } from './bucket.ts'

/** Which builds have files in the bucket, newest first. The worker serves no such key. */
const recordKey = 'releases.json'
const record = v.array(v.object({ id: v.string(), keys: v.array(v.string()), wentOut: v.boolean() }))
/** How many files are uploaded at once. */
const lanes = 8

type BuiltFiles = { id: string; files: readonly KeptFile[] }

/** Lists what later deployments need of the build in `dist`: files for tabs that show it, and source maps for its errors. */
export async function readBuiltFiles(dist: string): Promise<BuiltFiles> {
  const latest = await readFile(join(dist, 'client/builds/latest.json'), 'utf8')
  const { id } = v.parse(v.object({ id: v.string() }), JSON.parse(latest))
  return { id, files: [...(await listKeptFiles(join(dist, 'client'))), ...(await listSourceMaps(join(dist, 'maps'), id))] }
}

/**
 * Puts a build's files into the bucket, before the build gets its first request. Files of a build that was released before are
 * already there. The record is written first, so that a later deployment finds and deletes whatever was stored.
 */
export async function keepBuild(bucket: Bucket, { id, files }: BuiltFiles, say: (line: string) => void): Promise<void> {
  const builds = await readRecord(bucket)
  const present = builds.filter(({ wentOut }) => wentOut).flatMap(({ keys }) => keys)
  const missing = files.filter(({ key }) => !present.includes(key))
  const wentOut = builds.some((build) => build.id === id && build.wentOut)
  await writeRecord(bucket, [{ id, keys: files.map(({ key }) => key), wentOut }, ...builds.filter((build) => build.id !== id)])
  await inLanes(missing, async ({ key, path, contentType }) => bucket.put(key, await readFile(path), contentType))
  say(`Kept of build ${id}: ${files.length} files, ${missing.length} of them new`)
}

/** Deletes the files of builds older than the two before, once build `id` receives all requests. */
export async function dropStaleBuilds(bucket: Bucket, id: string, say: (line: string) => void): Promise<void> {
  const builds = (await readRecord(bucket)).map((build) => (build.id === id ? { ...build, wentOut: true } : build))
  const stale = listStaleKeys(builds)
  await inLanes(stale, (key) => bucket.delete(key))
  await writeRecord(bucket, listWantedBuilds(builds))
  say(`Deleted of older builds: ${stale.length} files`)
}

async function readRecord(bucket: Bucket): Promise<KeptBuild[]> {
  const text = await bucket.find(recordKey)
  return text === null ? [] : v.parse(record, JSON.parse(text))
}

async function writeRecord(bucket: Bucket, builds: readonly KeptBuild[]): Promise<void> {
  await bucket.put(recordKey, JSON.stringify(builds), 'application/json')
}

/** Does `work` for every item, a few at a time; throws the first failure. */
async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const lane = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
