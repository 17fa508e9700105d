import type { Plugin } from 'vite'

/**
 * Takes sonner's style out of its script.
 *
 * Sonner writes a `<style>` element when its module loads. A Content-Security-Policy without `unsafe-inline` refuses it,
 * and our pages link the stylesheet (`sonner/dist/styles.css`) anyway.
 */

const SONNER_FILE = /\/sonner\/dist\/index\.mjs$/
const INJECTING_CALL = '\n__insertCSS("'

/** Sonner's module without the call that injects its style. Throws when there is not exactly one such call. */
export function withoutSonnerStyle(source: string): string {
  const start = source.indexOf(INJECTING_CALL) + 1
  const end = source.indexOf('");\n', start) + '");\n'.length
  if (start === 0 || end <= start || source.includes(INJECTING_CALL, start)) {
    throw new Error(
      'sonner/dist/index.mjs does not inject its style as scripts/build/strip-sonner-style.ts expects. ' +
        'Look for the new call: left in, the browser reports a violation of the Content-Security-Policy.',
    )
  }
  return source.slice(0, start) + source.slice(end)
}

/** The Vite plugin, for every environment: the server's bundle does not need the 10 KB of style either. */
export function stripSonnerStyle(): Plugin {
  return {
    name: 'kismet:strip-sonner-style',
    transform: {
      filter: { id: SONNER_FILE },
      // The directive is for another kind of server; the bundler would warn about it.
      handler: (source) => ({ code: withoutSonnerStyle(source).replace(/^'use client';/, ''), map: null }),
    },
  }
}
