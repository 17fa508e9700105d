/**
 * Assigns the browser's modules to files. Small files compress badly and name each other, so modules that all pages of a kind
 * load share a few files. `start` has the first script, `react` and `base` serve forms and pages alike. `member` is for every
 * signed-in page, `form` for pages with a form, `fields` for larger forms. The bundler divides the rest by user. Modules that the
 * largest page, a conversation, does not need are in none of its files.
 */
export const chunkGroups = [
  {
    name: 'start',
    priority: 40,
    test: /preload-helper|src\/client\/(start-all|errors\/watch-errors|offline|time-zone|navigation\/(departure|stale-chunk|save-data))\.ts|src\/(shared\/(browser\/storage-keys|routing\/action)|features\/auth\/sign-out-path|ui\/(hooks\/previous-path|browser\/stores))\.ts/,
  },
  { name: 'react', priority: 30, test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'base',
    priority: 20,
    test: new RegExp(
      [
        'rolldown/runtime',
        'node_modules/(rosetta|templite|dlv)/',
        'src/shared/(changes|brand|routing/(href|address-of)|react/(page-context|session-context)|i18n/(context|format|locales|translator))\\.',
        'src/client/(document-data|navigation/import-module|hydration/(hydration-report|replaced-elements))\\.',
        'src/ui/[\\w-]+/(icon|icon-names|button|icon-button|notice|page-failure|failure-boundary)\\.',
      ].join('|'),
    ),
  },
  {
    name: 'member',
    priority: 10,
    test: new RegExp(
      [
        'src/shared/(color-mode|photo|routing/match|realtime/(realtime|wire)|react/(deferred|part|lazy-component))\\.',
        'src/client/navigation/(intent|navigation|navigation-rules|screen)\\.',
        'src/layouts/(document|frames/member-frame-props)\\.',
        'src/features/chat/ui/inbox/unread-badge\\.',
        'src/ui/translation/(with-translation|lazy-browser)\\.',
        'src/ui/[\\w-]+/(toaster|use-in-browser|looked-at|draft-store|menu|tabs|skeleton|badge|empty-state|input-method|thread-loose|portrait|refresh-page|shown-here|with-lock)\\.',
        'src/features/chat/(contract|ui/(log/use-excerpt|conversation/conversation-context))\\.',
        'src/features/auth/session/ui/(ask-whose|use-session|watch-session)\\.',
        'src/client/realtime/outbox/outbox-store\\.',
        'src/(features/(blocks|reports)/ui/lazy|ui/overlays/guarded-actions)\\.',
      ].join('|'),
    ),
  },
  // Guests' forms fetch it at the press, without the rest of the code for signed-in pages.
  {
    name: 'session',
    priority: 15,
    test: /node_modules\/zustand\/esm\/vanilla|src\/(client\/page-session|features\/auth\/session\/ui\/session-(state|answer))\./,
  },
  // The sign-up form has no link to another page.
  { name: 'routes', priority: 20, test: /src\/shared\/routing\/routes\./ },
  {
    // Kept out of `member`: guests see the mark too, and would load that file's CSS.
    name: 'frame',
    priority: 15,
    test: /src\/(ui\/identity\/mark|layouts\/skip-link)\./,
  },
  { name: 'cards', priority: 15, test: /src\/ui\/layout\/(card|page-header)\./ },
  {
    name: 'form',
    priority: 15,
    test: /src\/(ui\/(forms\/action-form|fields\/(field|field-id))|features\/auth\/contract)\./,
  },
  // Buttons about people send without a form.
  { name: 'send', priority: 15, test: /src\/ui\/forms\/send-action\./ },
  // Shared by a conversation's page and the rooms of encounters.
  {
    name: 'talk',
    priority: 5,
    test: /src\/(shared\/realtime\/(message-(lines|list)|presence|send-typing|use-(conversation-log|outbox))|ui\/messages\/[\w-]+)\.|node_modules\/zustand\/esm\/react/,
  },
  // What every page of a member fetches when it is done; other parts use some of it.
  {
    name: 'late',
    priority: 5,
    test: /src\/(client\/(pwa\/(badge|ask-worker)|builds\/watch-builds)|ui\/install\/(visits|install-way))\./,
  },
  { name: 'dialog', priority: 15, test: /src\/ui\/(overlays\/dialog|feedback\/consequences)\./ },
  {
    name: 'entries',
    priority: 5,
    test: /src\/ui\/(layout\/entry-panel|fields\/(code|masked|password)-field)\./,
  },
  {
    name: 'listed',
    priority: 5,
    test: /src\/(ui\/controls\/pagination|features\/likes\/ui\/(like-button|provider\/[\w-]+)|features\/nearby\/ui\/listed-people|ui\/hooks\/(use-restored-focus|use-seen))\./,
  },
  {
    name: 'choices',
    priority: 5,
    test: /src\/(ui\/fields\/(choice-group|checkbox-field)|features\/auth\/sign-up\/ui\/consent-field)\./,
  },
  {
    name: 'fields',
    priority: 5,
    test: /src\/(ui\/fields\/(range-field|select-field|text-area-field)|features\/onboarding\/contract)\./,
  },
]

/** The files that are already loaded when a file imports more: those linked in its document and those imported with it. */
const present = {
  'guest-entry': /\.css$|\/start-/,
  // A session's calls are needed where a form is, and the import itself fetches them.
  'hydrate-entry': /\.css$|\/(start|react|base|form|session-calls)-/,
  hydrate: /\/(start|react|base|member|routes|frame|session|session-calls|form)-/,
  entry: /./,
  member: /\/(start|react|base|member|routes|frame|session)-/,
}

/** Lists only the files that the host still has to fetch, because each name in such a list is 20 bytes of script. */
export function filesToFetch(files: readonly string[], host: string): string[] {
  const [, name = ''] = /\/([\w-]+)-[\w-]{7}\.js$/.exec(host) ?? []
  const isThere = name in present ? present[name as keyof typeof present] : present.member
  return files.filter((file) => !isThere.test(file))
}
