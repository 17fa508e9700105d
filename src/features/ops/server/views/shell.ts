import { opsActions } from '#features/ops/contract.ts'
import { html } from 'hono/html'
import { brand } from '#shared/brand.ts'
import type { AppContext } from '#server/context.ts'
import { isOpenTo } from '#server/auth/staff-acts.ts'
import type { Staff } from '../staff.ts'

/** Escaped markup, made by hono's `html` tag. */
export type Markup = ReturnType<typeof html>

/** The result of the previous action, shown on the page. */
export const notices = {
  approved: 'The photo is approved.',
  rejected: 'The photo is rejected; its owner sees the reason.',
  restricted: 'The member is restricted. They see the statement of reasons when they sign in.',
  lifted: 'The restriction is lifted.',
  upheld: 'The appeal is decided: the restriction stays.',
  accepted: 'The appeal is decided: the restriction is lifted.',
  dismissed: 'The decision is stored: no breach of the rules. Whoever reported is notified, without your name.',
  acted: 'The decision is stored: we have acted. Whoever reported is notified, without the measure and without your name.',
  'email-queued': 'The email is on its way again. If it fails once more, it comes back here.',
  'email-discarded': 'The email is discarded: it will not be sent.',
  refunded: 'The refund is decided: what was granted is taken back, and the provider pays the money back.',
  settled: 'The provider was asked again. This is the order as it is now.',
  'difference-closed': 'The difference is closed, with your note.',
  'promo-created': 'The code can be used.',
  'promo-ended': 'The code has ended. Orders that have it keep what it took off.',
  'message-answered': 'The answer is on its way by email.',
  'message-closed': 'The message is closed, without an answer.',
  'redirect-added': 'The redirect is stored. It works everywhere within a minute.',
  'redirect-removed': 'The redirect is removed. It ends everywhere within a minute.',
  'switched-off': 'It is off. Within a minute it is closed everywhere.',
  'switched-on': 'It is on. Within a minute it is open everywhere.',
  locked: 'The operations pages are locked.',
  'factor-accepted': 'The second factor is accepted. From now on it opens these pages.',
  'factor-refused': 'The second factor is refused. Its owner has to set up another one.',
  'post-created': 'The draft is there. Write it in at least one language, then publish it.',
  'post-saved': 'The text is stored. Guests see a published post’s new text within a minute.',
  'post-tagged': 'The tags are stored.',
  'post-published': 'The post is published. Guests see it within a minute.',
  'post-unpublished': 'The post is a draft again. Guests find it for a minute at most.',
  'post-deleted': 'The post and its texts are deleted.',
} as const
export type NoticeKey = keyof typeof notices

type Page = {
  title: string
  body: Markup
  staff: Staff
  /** False before the second factor: no navigation. */
  isOpen?: boolean
  /** An error to show. */
  problem?: string
  status?: 200 | 409 | 422 | 429
}

export const opsPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** One of the operators' pages: English, plain, without script. Never cached. */
export function respondOps(
  c: AppContext,
  { title, body, staff, isOpen = true, problem, status = 200 }: Page,
): Response | Promise<Response> {
  const done = c.req.query('done')
  const notice = done !== undefined && isNotice(done) ? notices[done] : null
  c.header('Content-Security-Policy', opsPolicy)
  c.header('Cache-Control', 'no-store')
  c.header('Content-Language', 'en')
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex" />
          <title>${title} &ndash; ${brand.name} operations</title>
          <link rel="stylesheet" href="/ops.css" />
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <header>
            <strong>${brand.name} operations</strong>
            ${isOpen ? navigation(c.req.path, staff) : null}
          </header>
          <main id="main">
            <h1>${title}</h1>
            ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
            ${notice ? html`<p class="done" role="status">${notice}</p>` : null} ${body}
          </main>
        </body>
      </html>`,
    status,
  )
}

const operatorItems: [string, string][] = [
  [opsActions.showAudit.path, 'Audit log'],
  [opsActions.showSecurity.path, 'Security'],
  [opsActions.showMail.path, 'Emails'],
  [opsActions.showOrders.path, 'Orders'],
  [opsActions.showPayments.path, 'Payments'],
  [opsActions.showPromos.path, 'Promo codes'],
  [opsActions.showRedirects.path, 'Redirects'],
  [opsActions.showSwitches.path, 'Switches'],
  [opsActions.showPosts.path, 'Blog'],
]

function navigation(current: string, staff: Staff): Markup {
  const items: [string, string][] = [
    [opsActions.showHome.path, 'Overview'],
    [opsActions.showReports.path, 'Reports'],
    [opsActions.showPhotos.path, 'Photos'],
    [opsActions.showSearch.path, 'Members'],
    [opsActions.showAppeals.path, 'Appeals'],
    [opsActions.showMessages.path, 'Messages'],
    ...(isOpenTo('showAudit', staff.role) ? operatorItems : []),
  ]
  return html`<nav aria-label="Operations">
      <ul>
        ${items.map(
          ([path, label]) =>
            html`<li><a href="${path}" ${current === path ? html` aria-current="page"` : null}>${label}</a></li>`,
        )}
      </ul>
    </nav>
    <form method="post" action="${opsActions.lock.path}"><button class="quiet">Lock</button></form>`
}

function isNotice(key: string): key is NoticeKey {
  return Object.hasOwn(notices, key)
}

/** A moment in UTC, to the minute. */
export function moment(at: number): Markup {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

/** A table that scrolls within its own region. `rows`: its `tr`s. */
export function dataTable(label: string, columns: readonly string[], rows: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

const minuteMs = 60_000

/** How long something has been waiting: minutes, then hours, then days. */
export function ageOf(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / minuteMs))
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return `${minutes} min`
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

const twoDecimals = 100

/** Minor units as money; all currencies of the store have two decimals. */
export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / twoDecimals)

/** A key of a list as words: `fake-profile` → 'fake profile'. */
export const words = (key: string) => key.replaceAll('-', ' ')
