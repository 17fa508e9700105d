/**
 * Assigns the worker's modules to a few files. For workerd, finding and linking modules takes longer than evaluating a few more of
 * them. A group takes the modules that match and all they import, unless a group of a higher priority has them. So no file imports
 * one for something it does not need:
 *
 * - `start` is evaluated by every isolate: middleware, declarations of actions, and objects.
 * - `loads` and `pages` are evaluated with the first page: the pages' side of the server, and their components. The components
 *   include an order's page and the bar for ad measurement, because only browsers load them on demand.
 * - `actions` is evaluated with the first action, `operators` with the first page of an operator. `shared` has what two of actions,
 *   operators, cron and queues import, and no page does.
 * - `contacts` finds contact details, in requests and between strangers.
 * - `rare` is what few isolates need: second sockets, matches of strangers, exports of objects, excerpts of found texts, sounds. One file, because
 *   each file costs more than the few kilobytes that an isolate evaluates in vain.
 * - `render` is React with what surrounds a page, `jwe` seals and opens tokens.
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
    test: /\/src\/(?:objects\/encounter\/reveal|objects\/(?:conversation|member-hub)\/(?:direct\/(?:open-direct|direct-sockets)|export-rows|search\/snippet|write-gift|connections\/poll-endpoint)|worker\/sounds)\.ts$/,
  },
  {
    name: 'shared',
    priority: 16,
    minShareCount: 2,
    test: /\/src\/(?:server|db)\/|\/src\/features\/.*(?:\/server\/|rules\.ts|contract\.ts)/,
  },
  { name: 'contacts', priority: 17, test: /\/src\/features\/chat\/server\/requests\/contact-details\.ts$/ },
  { name: 'actions', priority: 15, test: /\/src\/worker\/endpoints\.ts$/ },
  { name: 'operators', priority: 12, test: /\/src\/(?:features\/ops\/server\/routes|worker\/render\/post-preview)\.ts$/ },
  {
    name: 'pages',
    priority: 10,
    test: /\/src\/(?:pages\/[\w-]+\/(?:page\.tsx|[\w-]+-pane\.tsx)$|layouts\/frames\/|features\/store\/(?:orders|refunds)\/ui\/|features\/pixel\/ui\/)/,
  },
  { name: 'render', priority: 9, test: /\/src\/worker\/render\/(?:respond\.ts|shell\.tsx)$/ },
]
