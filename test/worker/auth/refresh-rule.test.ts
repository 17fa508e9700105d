import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { refreshTokens, sessions } from '#db/schema.ts'
import { refreshTokenMs, sessionLifetimeMs } from '#features/auth/contract.ts'
import { judgeRefresh, sessionEnd } from '#features/auth/session/rules.ts'
import { turnRefreshToken } from '#features/auth/session/server/tokens/refresh-queries.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const now = Date.now()

/** Both sides of every bound of the rule. */
const cases = [now, now - refreshTokenMs + 1, now - refreshTokenMs].flatMap((createdAt) =>
  [null, now - 1].flatMap((supersededAt) =>
    [null, now - 1].flatMap((revokedAt) =>
      [now - 1000, now - sessionLifetimeMs + 1, now - sessionLifetimeMs].flatMap((sessionCreatedAt) =>
        [now + 1, now].map((sessionExpiresAt) => ({ createdAt, supersededAt, revokedAt, sessionCreatedAt, sessionExpiresAt })),
      ),
    ),
  ),
)

it('a session is renewed by the read of its token exactly if the rule calls that token the current one', async () => {
  const verdicts = new Set<string>()
  for (const { createdAt, supersededAt, revokedAt, sessionCreatedAt, sessionExpiresAt } of cases) {
    const { id, sid } = await createMember()
    const [hash, successor, former] = [newId(), newId(), newId()]
    const times = { revokedAt, createdAt: sessionCreatedAt, seenAt: 1, expiresAt: sessionExpiresAt }
    await db.update(sessions).set(times).where(eq(sessions.id, sid))
    await db.insert(refreshTokens).values({ hash, sessionId: sid, createdAt, supersededAt })
    const { found, viewerRows } = await turnRefreshToken(db, { hash, successorHashes: [successor, former] }, now)
    const verdict = judgeRefresh(found, now)
    verdicts.add(verdict)
    expect(found).toMatchObject({ createdAt, supersededAt, revokedAt, sessionCreatedAt, sessionExpiresAt, successors: [] })
    const isRenewed = verdict === 'current'
    const [session] = await db.select().from(sessions).where(eq(sessions.id, sid))
    const tokens = await db.select().from(refreshTokens).where(eq(refreshTokens.sessionId, sid))
    expect(Object.fromEntries(tokens.map((token) => [token.hash, token.supersededAt]))).toEqual(
      isRenewed ? { [hash]: now, [successor]: null } : { [hash]: supersededAt },
    )
    expect(session).toMatchObject(
      isRenewed ? { seenAt: now, expiresAt: sessionEnd(sessionCreatedAt, now) } : { seenAt: 1, expiresAt: sessionExpiresAt },
    )
    if (isRenewed) expect(viewerRows).toMatchObject([{ id }])
    // Its successor is the same, whoever asks again.
    const again = await turnRefreshToken(db, { hash, successorHashes: [successor, former] }, now)
    if (isRenewed) expect([judgeRefresh(again.found, now), again.found?.successors.length]).toEqual(['superseded', 1])
  }
  expect(verdicts).toEqual(new Set(['current', 'dead', 'superseded']))
}, 60_000)
