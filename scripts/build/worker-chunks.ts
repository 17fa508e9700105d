/**
 * Assigns the worker's modules to three files. Every isolate evaluates the first one at its start. The second has all pages and
 * is evaluated with the first page; the third has the operators' pages. The pages include an order's page and the bar for ad
 * measurement, because only browsers load them on demand. For workerd, finding and linking modules takes longer than evaluating a
 * few more of them. So the little that jobs share with the operators' pages, or with passkeys, is in the first file.
 */
export const workerChunkGroups = [
  {
    name: 'start',
    priority: 20,
    test: /\/src\/(?:worker\/index|server\/job-failures|features\/ops\/server\/(?:emails|sealed-secret)|features\/auth\/session\/server\/passkeys\/emails)\.ts$/,
  },
  { name: 'operators', priority: 15, test: /\/src\/(?:features\/ops\/server\/routes|worker\/render\/post-preview)\.ts$/ },
  {
    name: 'pages',
    priority: 10,
    test: /\/src\/(?:pages\/[\w-]+\/(?:page\.tsx|[\w-]+-pane\.tsx|load\.ts)$|layouts\/frames\/|features\/store\/(?:orders|refunds)\/ui\/|features\/pixel\/ui\/)/,
  },
]
