import { ensureBuild } from '../../scripts/server/build.ts'

/** Builds what is stale once, before the first file of tests that read `dist`: none of them may meet half a build. */
export default async function globalSetup(): Promise<void> {
  await ensureBuild()
}
