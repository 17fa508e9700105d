import { rmSync } from 'node:fs'
import { ensureBuild } from '../../../scripts/server/build.ts'
import { prepareState } from './server.ts'

/** Builds and seeds the state with which the test processes' servers start. Environment variables name it. */
export default async function globalSetup(): Promise<() => void> {
  await ensureBuild()
  const prepared = await prepareState()
  process.env['SEEDED_STATE'] = prepared
  return () => rmSync(prepared, { recursive: true, force: true })
}
