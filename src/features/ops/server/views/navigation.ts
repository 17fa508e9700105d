import { html } from 'hono/html'
import { opsActions } from '#features/ops/contract.ts'
import { isOpenTo, type StaffAct } from '#server/auth/staff-acts.ts'
import type { QueueCounts } from '../figures/queue-counts.ts'
import type { Staff } from '../staff.ts'
import type { Markup } from './markup.ts'

type Item = { path: string; label: string; queue?: keyof QueueCounts; act?: StaffAct }

/** What both roles do all day. */
const queueItems: readonly Item[] = [
  { path: opsActions.showHome.path, label: 'Overview' },
  { path: opsActions.showReports.path, label: 'Reports', queue: 'reports' },
  { path: opsActions.showPhotos.path, label: 'Photos', queue: 'photos' },
  { path: opsActions.showVerifications.path, label: 'Verification', queue: 'verifications' },
  { path: opsActions.showAppeals.path, label: 'Appeals', queue: 'appeals' },
  { path: opsActions.showMessages.path, label: 'Messages', queue: 'messages' },
  { path: opsActions.showSearch.path, label: 'Members' },
]

/** What is about the whole site: on narrow screens behind a button. */
const siteItems: readonly Item[] = [
  { path: opsActions.showMail.path, label: 'Emails', queue: 'emails', act: 'showMail' },
  { path: opsActions.showOrders.path, label: 'Orders', act: 'showOrders' },
  { path: opsActions.showPayments.path, label: 'Payments', queue: 'payments', act: 'showPayments' },
  { path: opsActions.showPromos.path, label: 'Promo codes', act: 'showPromos' },
  { path: opsActions.showRedirects.path, label: 'Redirects', act: 'showRedirects' },
  { path: opsActions.showSwitches.path, label: 'Switches', act: 'showSwitches' },
  { path: opsActions.showPosts.path, label: 'Blog', act: 'showPosts' },
  { path: opsActions.showDeletions.path, label: 'Deletions', act: 'showDeletions' },
  { path: opsActions.showSecurity.path, label: 'Security', act: 'showSecurity' },
  { path: opsActions.showAudit.path, label: 'Audit log', act: 'showAudit' },
]

type Context = { current: string; staff: Staff; counts: QueueCounts }

/** Where the pages are and how much waits in each, with the button that locks them. */
export function navigation({ current, staff, counts }: Context): Markup {
  const open = siteItems.filter(({ act }) => !act || isOpenTo(act, staff.role))
  const here = open.find((item) => isIn(item, current))
  const items = (shown: readonly Item[]) =>
    html`<ul>
      ${shown.map((item) => html`<li>${itemLink(item, current, counts)}</li>`)}
    </ul>`
  return html`<nav aria-label="Queues" class="queues">${items(queueItems)}</nav>
    ${
      open.length === 0
        ? null
        : html`<button type="button" class="quiet more" popovertarget="more">${here ? `More: ${here.label}` : 'More'}</button>
            <nav aria-label="Whole site" id="more" popover>${items(open)}</nav>`
    }
    ${keyList}
    <form method="post" action="${opsActions.lock.path}"><button class="quiet">Lock</button></form>`
}

/** What public/ops.js does with keys. The button works without it. */
const keyList = html`<button type="button" class="quiet keys" popovertarget="keys">Keys <kbd>?</kbd></button>
  <section id="keys" aria-label="Keys" popover>
    <dl>
      <dt><kbd>J</kbd></dt>
      <dd>Next case, unless something is written in this one</dd>
      <dt><kbd>K</kbd></dt>
      <dd>Previous case of a list</dd>
      <dt><kbd>Enter</kbd></dt>
      <dd>Open it, or carry out the chosen decision</dd>
      <dt><kbd>1</kbd> to <kbd>9</kbd></dt>
      <dd>Choose a decision</dd>
      <dt><kbd>?</kbd></dt>
      <dd>Show these keys</dd>
    </dl>
    <p class="hint">They need JavaScript, and work while you are in the page&rsquo;s content and not in a field.</p>
  </section>`

/** A case's page is in the list that leads to it. */
const isIn = ({ path }: Item, current: string) =>
  current === path || (path !== opsActions.showHome.path && current.startsWith(`${path}/`))

function itemLink(item: Item, current: string, counts: QueueCounts): Markup {
  const { path, label, queue } = item
  const waiting = queue ? counts[queue] : 0
  return html`<a href="${path}" ${isIn(item, current) ? html` aria-current="${current === path ? 'page' : 'true'}"` : null}
    ><span>${label}</span
    >${waiting === 0 ? null : html`<span class="count">${waiting}<span class="unseen"> waiting</span></span>`}</a
  >`
}
