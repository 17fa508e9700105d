/**
 * Assigns the worker's modules to a few files. For workerd, finding and linking modules takes longer than evaluating a few more of
 * them. A group takes the modules that match and all they import, unless a group of a higher priority has them. So no file imports
 * one for something it does not need:
 *
 * - `start` is evaluated by every isolate: middleware, declarations of actions, and objects.
 * - `loads` and `pages` are evaluated with the first page: the pages' side of the server, and their components. The components
 *   include the bar for ad measurement, because only browsers load it on demand.
 * - `store` has the components of the store and the cart, `strangers` those of anonymous chat and blind dates, which few visits open.
 * - `actions` is evaluated with the first action, `operators` with the first page of an operator. `shared` has what two of actions,
 *   operators, cron and queues import, and no page does.
 * - `contacts` finds contact details, in requests and between strangers.
 * - `rare` is what few isolates need: second sockets, pairing, who comes to evenings and is reminded, matches of strangers, exports of objects, excerpts of found texts, sounds. One file, because
 *   each file costs more than the few kilobytes that an isolate evaluates in vain.
 * - `matches` is what pages evaluate once there is a match, or a thing to like; `dialogs` are the forms that pages without a script hold.
 * - `drawing` has the choices of built drawings: actions check them, and pictures are drawn from them without actions.
 * - `render` is React with what surrounds a page, `jwe` seals and opens tokens.
 * - `draw` draws portraits, `builder` is the page on which members build one.
 *
 * `loads` also has the little outside of any `server` folder that actions share with pages' components. Otherwise each page would
 * evaluate `actions`. test/build/worker-start.test.ts shows what each of them evaluates.
 */
export const workerChunkGroups = [
  { name: 'start', priority: 20, test: /\/src\/worker\/index\.ts$/ },
  { name: 'jwe', priority: 19, test: /\/src\/server\/crypto\/jwe\.ts$/ },
  {
    name: 'loads',
    priority: 18,
    test: /\/src\/(?:pages\/[\w-]+\/load|worker\/(?:render\/page-pipeline|realtime-poll)|features\/(?:store\/(?:orders\/receipt|products|checkout\/card-expiry)|encounters\/talk\/ui\/draw-alias|profile\/prompts))\.ts$/,
  },
  {
    name: 'rare',
    priority: 17,
    test: /\/src\/(?:objects\/encounter\/reveal|objects\/matchmaker\/(?:attendees|choose-round|figures|wait-alerts)|objects\/(?:conversation|member-hub)\/(?:dates\/(?:attendance|reminders|wait-alert)|direct\/(?:open-direct|direct-sockets)|export-rows|search\/snippet|write-gift|connections\/poll-endpoint)|worker\/sounds)\.ts$/,
  },
  {
    name: 'shared',
    priority: 16,
    minShareCount: 2,
    test: /\/src\/(?:server|db)\/|\/src\/features\/.*(?:\/server\/|rules\.ts|contract\.ts)/,
  },
  { name: 'contacts', priority: 17, test: /\/src\/features\/chat\/server\/requests\/contact-details\.ts$/ },
  {
    name: 'matches',
    priority: 17,
    test: /\/src\/features\/(?:profile\/server\/things|openings\/server\/openings)\.ts$/,
  },
  { name: 'drawing', priority: 17, test: /\/src\/shared\/drawing\// },
  { name: 'actions', priority: 15, test: /\/src\/worker\/endpoints\.ts$/ },
  { name: 'operators', priority: 12, test: /\/src\/(?:features\/ops\/server\/routes|worker\/render\/post-preview)\.ts$/ },
  {
    name: 'pages',
    priority: 10,
    test: /\/src\/(?:pages\/(?!store\/|cart\/|anonymous-chat|blind-date)[\w-]+\/(?:page\.tsx|[\w-]+-pane\.tsx)$|layouts\/frames\/|features\/pixel\/ui\/)/,
  },
  {
    name: 'strangers',
    priority: 9,
    test: /\/src\/(?:pages\/(?:anonymous-chat|blind-date)[\w-]*\/page|features\/(?:encounters\/(?:talk\/ui\/room\/revealed|dates\/ui\/lobby\/lobby)|reports\/ui\/encounter-report-dialog))\.tsx$/,
  },
  { name: 'store', priority: 9, test: /\/src\/(?:pages\/(?:store|cart)\/page\.tsx$|features\/store\/(?:orders|refunds)\/ui\/)/ },
  {
    name: 'dialogs',
    priority: 9,
    test: /\/src\/features\/(?:likes\/ui\/tie\/tie-dialog|chat\/ui\/requests\/request-dialog|reports\/ui\/report-(?:dialog|form)|blocks\/ui\/block-dialog)\.tsx$/,
  },
  { name: 'render', priority: 9, test: /\/src\/worker\/render\/(?:respond\.ts|shell\.tsx)$/ },
  { name: 'draw', priority: 8, test: /\/src\/features\/avatars\/server\/draw(?:-built)?\.ts$/ },
  { name: 'builder', priority: 7, test: /\/src\/(?:pages\/[\w-]+\/drawing\.tsx$|features\/avatars\/ui\/)/ },
]
