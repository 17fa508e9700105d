import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listKeptFiles } from '../../../scripts/build/kept-files.ts'
import { entryBefore } from '../worker-entry.ts'
import { prepare } from '../../../scripts/server/prepare.ts'
import { serve } from '../../../scripts/server/serve.ts'
import { providerVars, startProvider } from '../provider/provider.ts'
import { testVapid } from '../push/keys.ts'
import { startPushService } from '../push/push-service.ts'
import type { BrowserContext, Cookie } from '@playwright/test'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { boostMs } from '#features/entitlements/contract.ts'
import { cellOf } from '#features/location/contract.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { sendAgain } from '../send-again.ts'
import { addMember, type NewMember } from './new-member.ts'
import { fixedFiles, fixedRoutes } from './fixed-files.ts'
import { openOperatorsPages } from './operator.ts'
import { findSubject, openSession } from './session.ts'

const secrets = { SESSION_SECRET: 'only-for-browser-tests-0123456789abcdefghijklmnop' }

/** A state folder with the tables and the demo's members, with which every server starts. */
export async function prepareState(): Promise<string> {
  const stateDir = mkdtempSync(join(tmpdir(), 'kismet-e2e-seeded-'))
  await prepare({ stateDir, secrets })
  return stateDir
}

export type BrowserServer = {
  url: string
  /** The push service to which it sends; '' without one. */
  pushOrigin: string
  /** The server's log, including sent emails. */
  logFile: string
  /** Approves every pending photo, as a moderator would. */
  approvePhotos: () => Promise<void>
  /** Turns a member's consents into consents to an older version of the texts. */
  ageConsents: (memberId: string) => Promise<void>
  /** Lets the confirmation of a member's sessions expire. */
  ageConfirmation: (memberId: string) => Promise<void>
  /** Adds a member without any ties. */
  addMember: (firstName: string, locale?: LocaleCode) => Promise<NewMember>
  /** Signs a member in on all pages of a context, without a password: for tests that are not about signing in. */
  signIn: (context: BrowserContext, memberId: string) => Promise<void>
  /** As `signIn`, by the address of a member or of a registration that has not been confirmed yet. */
  signInAt: (context: BrowserContext, email: string) => Promise<void>
  /** Signs in a new operator whose second factor is given: the operators' pages are open. */
  signInOperator: (context: BrowserContext) => Promise<void>
  /** The cookies of a new session, for calls without a page. */
  sessionOf: (memberId: string) => Promise<Cookie[]>
  /** Takes one of a member's boosts from the ledger, as an activation does. */
  useBoost: (memberId: string) => Promise<void>
  /** Puts members into an area of their own, so that they find each other nearby; each call uses another area. */
  bringTogether: (memberIds: readonly string[]) => Promise<void>
  /** Lets half an hour pass for a member's boosts, and for what happened during them. */
  endBoosts: (memberId: string) => Promise<void>
  /** Adds a promo code with this percentage, as an operator would. */
  addPromo: (code: string, percent: number) => Promise<void>
  /** Puts gifts into a member's ledger, as if they had been bought. */
  grantGifts: (memberId: string, kind: GiftKind, units: number) => Promise<void>
  /**
   * Replaces the server by one with the build in this folder, at the same address and with the same state. As in a deployment, it
   * first keeps the files of the current build.
   */
  deploy: (dist: string) => Promise<void>
  /** Takes D1 away from the worker and all objects, and restarts one conversation; or restores D1. See `losesDatabase`. */
  setOutage: (outage: { isAway: boolean; conversation: string }) => Promise<void>
  close: () => Promise<void>
}

export type Factors = {
  limitsFactor: number
  dateTalkFactor: number
  losesDatabase: boolean
  /** The server has keys for push messages, and a push service. */
  hasPush: boolean
}

/** Higher than a person at a keyboard needs, because tests fill long conversations by HTTP calls. */
export const raisedLimits = 100

/**
 * The production build on a free port, with a copy of the prepared state and its own OpenID provider. `limitsFactor`: 1 for the
 * limits of production. `dateTalkFactor`: how many times faster the talk of a blind date passes. `losesDatabase`: D1 can be taken
 * away.
 */
export async function startServer(
  prepared: string,
  { limitsFactor, dateTalkFactor, losesDatabase, hasPush }: Factors,
): Promise<BrowserServer> {
  const stateDir = mkdtempSync(join(tmpdir(), 'kismet-e2e-'))
  const logFile = join(stateDir, 'server.log')
  cpSync(prepared, stateDir, { recursive: true })
  const provider = await startProvider()
  const pushService = hasPush ? await startPushService() : null
  const entry = losesDatabase ? await entryBefore(join(import.meta.dirname, '../worker/outage-entry.ts'), 'outage') : undefined
  const start = (port: number, dist: string) =>
    serve({
      port,
      dist,
      stateDir,
      secrets,
      ...(entry && { entry }),
      before: { routes: fixedRoutes, contents: fixedFiles },
      vars: {
        ...providerVars(provider.origin),
        LIMITS_FACTOR: String(limitsFactor),
        DATE_TALK_FACTOR: String(dateTalkFactor),
        OPERATOR_TAX_NUMBER: 'GB 123 4567 89',
        ...(pushService ? { ...testVapid, PUSH_TEST_ORIGIN: pushService.origin } : {}),
      },
      onLog: (line) => appendFileSync(logFile, `${line}\n`),
    })
  let present = 'dist'
  /** Folders of the builds whose files are in the bucket. */
  const putAside = new Set<string>()
  let server = await start(0, present)
  const { url } = server
  let meetings = 0
  const sessionOf = async (id: string) =>
    openSession(await server.miniflare.getD1Database('DB'), secrets, { subject: { kind: 'member', id }, url })
  return {
    url,
    pushOrigin: pushService?.origin ?? '',
    logFile,
    async approvePhotos() {
      const db = await server.miniflare.getD1Database('DB')
      await db.exec("update photos set state = 'approved' where state = 'pending'")
    },
    async ageConsents(memberId) {
      const db = await server.miniflare.getD1Database('DB')
      await db.prepare("update consents set version = '0.9' where subject_id = ?").bind(memberId).run()
    },
    async ageConfirmation(memberId) {
      const db = await server.miniflare.getD1Database('DB')
      await db.prepare('update sessions set confirmed_at = null where subject_id = ?').bind(memberId).run()
    },
    async addMember(firstName, locale) {
      return addMember(await server.miniflare.getD1Database('DB'), firstName, locale)
    },
    async signIn(context, memberId) {
      await context.addCookies(await sessionOf(memberId))
    },
    async signInAt(context, email) {
      const db = await server.miniflare.getD1Database('DB')
      const subject = await findSubject(db, email)
      await context.addCookies(await openSession(db, secrets, { subject, url }))
    },
    async signInOperator(context) {
      const db = await server.miniflare.getD1Database('DB')
      const { id } = await addMember(db, 'Olga')
      await context.addCookies(await sessionOf(id))
      await openOperatorsPages(db, id)
    },
    sessionOf,
    async grantGifts(memberId, kind, units) {
      const db = await server.miniflare.getD1Database('DB')
      await db
        .prepare(
          `insert into entitlements (id, member_id, seq, kind, units, source_kind, source_id, starts_at, created_at)
           select ?1, ?2, count(*) + 1, ?3, ?4, 'order', ?1, 0, 0 from entitlements where member_id = ?2`,
        )
        .bind(crypto.randomUUID(), memberId, kind, units)
        .run()
    },
    async useBoost(memberId) {
      const db = await server.miniflare.getD1Database('DB')
      await db
        .prepare(
          `insert into entitlements (id, member_id, seq, kind, units, source_kind, source_id, starts_at, created_at)
            select hex(randomblob(11)), ?1, max(seq) + 1, 'boost', -1, 'use', hex(randomblob(11)), ?2, ?2
            from entitlements where member_id = ?1`,
        )
        .bind(memberId, Date.now())
        .run()
    },
    async bringTogether(memberIds) {
      const db = await server.miniflare.getD1Database('DB')
      // The middle of the South Pacific; cells that are 4° apart are not near each other.
      const cell = cellOf(-45 + 4 * (meetings % 8), -130 + 4 * Math.floor(meetings / 8))
      meetings += 1
      const place = cellColumnsOf(cell)
      for (const id of memberIds) {
        await db
          .prepare(
            `update profiles set cell_x = ?, cell_y = ?, parent_x = ?, parent_y = ?, seeks_mask = 7, seeks_age_min = 18, seeks_age_max = 99
              where member_id = ?`,
          )
          .bind(place.cellX, place.cellY, place.parentX, place.parentY, id)
          .run()
      }
    },
    async endBoosts(memberId) {
      const db = await server.miniflare.getD1Database('DB')
      for (const [table, columns] of [
        ['boosts', ['starts_at', 'ends_at']],
        ['profile_views', ['at']],
      ] as const) {
        const moved = columns.map((column) => `${column} = ${column} - ${boostMs}`).join(', ')
        await db.prepare(`update ${table} set ${moved} where member_id = ?`).bind(memberId).run()
      }
    },
    async addPromo(code, percent) {
      const db = await server.miniflare.getD1Database('DB')
      await db.prepare('insert into promo_codes (code, percent, created_at) values (?, ?, 0)').bind(code, percent).run()
    },
    async deploy(dist) {
      const kept = await server.miniflare.getR2Bucket('BUILDS')
      const files = putAside.has(present) ? [] : await listKeptFiles(join(present, 'client'))
      putAside.add(present)
      await Promise.all(
        files.map(({ key, path, contentType }) =>
          sendAgain(() => kept.put(key, readFileSync(path), { httpMetadata: { contentType } })),
        ),
      )
      await server.close()
      server = await start(Number(new URL(url).port), dist)
      present = dist
    },
    async setOutage(outage) {
      const response = await fetch(`${url}/outage`, { method: 'POST', body: JSON.stringify(outage) })
      if (!response.ok) throw new Error(`The outage answered ${response.status}`)
    },
    async close() {
      await server.close()
      await provider.close()
      await pushService?.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}
